import { createButton, createElement } from '../../drawing/element';
import { splitIds } from '../../resources/identifiers';
import { toText } from '../fields/setting-fields';
import { notify } from '../labels/notify';
import { translateShared } from '../labels/translate';
import { formatPickedNames, readPickedIds } from '../picker/picked-ids';
import { fetchResourceList } from '../picker/resource-list';
import { openResourcePicker } from '../picker/resource-picker';
import { changeSettings } from './canvas';
import type { UnknownTarget } from './item-uses';
import { takesResource } from './node-targets';

/** Offers another choice for each deleted target. */
export class UnknownTargetList {
  readonly element = createElement('section', { class: 'unknown-targets', hidden: true });
  #checkedIds = '';

  constructor(
    private readonly bridgeId: string,
    private readonly canEditFlows: boolean,
  ) {
    this.element.setAttribute('aria-label', translateShared('home.unknown.title'));
  }

  /** Some resources on the bridge, such as devices, are in no item of the home. */
  async show(targets: readonly UnknownTarget[]): Promise<void> {
    const ids = targets.map(({ id, nodes }) => [id, ...nodes.map((node) => node.id)].join()).join();
    if (ids === this.#checkedIds) return;
    this.#checkedIds = ids;
    let missing: readonly UnknownTarget[] = [];
    if (targets.length > 0) {
      try {
        const listed = new Set((await fetchResourceList(this.bridgeId)).map(({ rid }) => rid));
        missing = targets.filter(({ id }) => !listed.has(id));
      } catch {
        // Without the list, nothing counts as deleted; the next change asks again.
        this.#checkedIds = '';
      }
      if (this.#checkedIds !== ids) return;
    }
    this.element.hidden = missing.length === 0;
    this.element.replaceChildren(
      createElement('h3', {}, translateShared('home.unknown.title')),
      ...missing.map((target) => this.#createEntry(target)),
    );
  }

  #createEntry(target: UnknownTarget): HTMLElement {
    const { id, name, nodes } = target;
    const list = createElement('ul', {});
    for (const node of nodes) {
      const label = RED.utils.getNodeLabel(node);
      list.append(
        createElement(
          'li',
          {},
          createButton(label, () => RED.view.reveal(node.id), { class: 'tile-link' }),
        ),
      );
    }
    const entry = createElement(
      'div',
      { class: 'unknown-target', 'data-target': id },
      createElement('div', { class: 'tile-name' }, name === '' ? id : name),
      list,
    );
    if (this.canEditFlows) {
      const choose = createButton(
        translateShared('home.unknown.choose'),
        () => this.#choose($(choose), target),
        { class: 'red-ui-button red-ui-button-small' },
      );
      entry.append(choose);
    }
    return entry;
  }

  #choose(button: JQuery, { id, nodes: all }: UnknownTarget): void {
    const nodes = all.filter((node) => !RED.workspaces.isLocked(toText(node['z'])));
    const tellLocked = (): void => {
      const count = all.length - nodes.length;
      if (count > 0) notify(translateShared('home.unknown.locked', { count }), 'warning');
    };
    if (nodes.length === 0) return tellLocked();
    openResourcePicker({
      target: button,
      configNodeId: this.bridgeId,
      label: translateShared('home.unknown.choose'),
      accepts: (resource) => nodes.every((node) => takesResource(node, resource)),
      picked: [],
      picks: 'one',
      onPick: ([picked]) => {
        if (picked === undefined) return;
        changeSettings(
          nodes.map((node) => {
            const target = splitIds(toText(node['target']))
              .map((one) => (one === id ? picked.rid : one))
              .join(',');
            const targetName = formatPickedNames(
              node,
              readPickedIds(node, target),
              toText(node['targetName']),
            );
            return { node, settings: { target, targetName } };
          }),
        );
        tellLocked();
      },
      onClose: () => undefined,
    });
  }
}
