import { createReportMembers, getPlainValue } from '../../../resources';
import type { Resource } from '../../../resources';
import { createButton } from '../../../drawing/element';
import { getText } from '../texts';
import type { TextName } from '../texts';
import { createSensorElement } from './tile';
import type { TileFactory } from './tile';

/** In ms. */
const motionDuration = 10_000;

const isDisabled = (resource: Resource): boolean => resource['enabled'] === false;

const formatState = (sensor: Resource, state: TextName): string =>
  getText(isDisabled(sensor) ? 'sensor.disabled' : state);

const getTimestamp = (): string => new Date().toISOString();

function createTriggerTile(
  resource: Resource,
  text: string,
  label: string,
  onClick: () => void,
): ReturnType<typeof createSensorElement> & { trigger: HTMLButtonElement } {
  const trigger = createButton(text, onClick, { class: 'trigger', 'aria-label': label });
  return { trigger, ...createSensorElement(resource, trigger) };
}

function getWalkTexts(rtype: string, device: string): [text: string, label: string] {
  if (rtype === 'convenience_area_motion')
    return [getText('motion.walkConvenience'), getText('motion.walkConvenienceOf', { device })];
  if (rtype === 'security_area_motion')
    return [getText('motion.walkSecurity'), getText('motion.walkSecurityOf', { device })];
  return [getText('motion.walk'), getText('motion.walkOf', { device })];
}

/** A click triggers motion. */
export const createMotionTile: TileFactory = (resource, device, changeResource) => {
  let motionEndTimer: ReturnType<typeof setTimeout> | undefined;
  const report = (motion: boolean): void =>
    changeResource(
      resource.id,
      createReportMembers({ group: 'motion', name: 'motion' }, motion, getTimestamp()),
    );
  const [text, label] = getWalkTexts(resource.type, device);
  const { element, trigger, reading } = createTriggerTile(resource, text, label, () => {
    clearTimeout(motionEndTimer);
    motionEndTimer = setTimeout(report, motionDuration, false);
    report(true);
  });
  return {
    element,
    update(sensor) {
      const motion = getPlainValue(sensor) === true && !isDisabled(sensor);
      trigger.disabled = isDisabled(sensor);
      element.classList.toggle('is-active', motion);
      reading.textContent = formatState(sensor, motion ? 'motion.yes' : 'motion.no');
    },
  };
};

export const createContactTile: TileFactory = (resource, device, changeResource) => {
  let open = false;
  const { element, trigger, reading } = createTriggerTile(resource, '', '', () => {
    const state = open ? 'contact' : 'no_contact';
    changeResource(resource.id, { contact_report: { changed: getTimestamp(), state } });
  });
  return {
    element,
    update(sensor) {
      open = getPlainValue(sensor) === true;
      trigger.disabled = isDisabled(sensor);
      trigger.textContent = getText(open ? 'contact.close' : 'contact.open');
      const label = getText(open ? 'contact.closeOf' : 'contact.openOf', { device });
      trigger.setAttribute('aria-label', label);
      element.classList.toggle('is-active', open);
      reading.textContent = formatState(sensor, open ? 'contact.isOpen' : 'contact.isClosed');
    },
  };
};

export const createTamperTile: TileFactory = (resource, device, changeResource) => {
  let tampered = false;
  const { element, trigger, reading } = createTriggerTile(
    resource,
    getText('lid.name'),
    getText('lid.of', { device }),
    () => {
      const state = tampered ? 'not_tampered' : 'tampered';
      changeResource(resource.id, {
        tamper_reports: [{ changed: getTimestamp(), source: 'battery_door', state }],
      });
    },
  );
  return {
    element,
    update(sensor) {
      tampered = getPlainValue(sensor) === true;
      trigger.setAttribute('aria-pressed', String(tampered));
      element.classList.toggle('is-active', tampered);
      reading.textContent = getText(tampered ? 'lid.tampered' : 'lid.untouched');
    },
  };
};
