/** Distance from tray and window, in pixels. */
const edgeMargin = 10;

/**
 * Moves the picker, which may be wider than its field; into the window if the tray is too narrow.
 *
 * @param target element above the picker
 */
export function keepPickerInTray(container: JQuery, target: JQuery): void {
  const width = container.outerWidth() ?? 0;
  const tray = target.closest('.red-ui-tray');
  const trayLeft = tray.offset()?.left ?? 0;
  const trayRight = trayLeft + (tray.outerWidth() ?? 0);
  const preferredLeft = Number.parseFloat(container.css('left'));
  const inTray = Math.max(
    trayLeft + edgeMargin,
    Math.min(preferredLeft, trayRight - width - edgeMargin),
  );
  const inWindow = Math.min(inTray, ($(window).width() ?? 0) - width - edgeMargin);
  container.css('left', `${Math.max(edgeMargin, inWindow)}px`);
}
