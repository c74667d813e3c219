import { getNestedMember, isObject } from '../../resources/values/member-access';
import type { Resource, Members } from '../../resources';
import { lampAppearanceMembers } from '../light/light-property';
import { parseLightCommand } from '../light/parse-light-command';
import { accept } from '../parsing/parse-result';
import type { ParseResult } from '../parsing/parse-result';

interface SceneAction {
  readonly target: { readonly rid: string; readonly rtype: 'light' };
  readonly action: Members;
}

/** @returns one action for each lamp; a lamp that is off gets only `on: false` */
export function buildSceneActions(lamps: readonly Resource[]): ParseResult<readonly SceneAction[]> {
  const actions: SceneAction[] = [];
  for (const lamp of lamps) {
    const command = parseLightCommand(lamp, lamp, 'light', { at: `light ${lamp.id}` });
    if (!command.ok) return command;
    const { members } = command.value.body;
    // Hue CLIP API reference, `scene`, `actions`.
    const action = Object.fromEntries(
      lampAppearanceMembers.flatMap((name) =>
        members[name] === undefined ? [] : [[name, members[name]]],
      ),
    );
    actions.push({ target: { rid: lamp.id, rtype: 'light' }, action });
  }
  return accept(actions);
}

/** Hue CLIP API reference, `scene`, `palette`. */
const maxPaletteColors = 9;

/** @returns undefined if no lamp shows a colour or a white */
export function buildPaletteFromSceneActions(
  actions: readonly SceneAction[],
): Record<string, unknown> | undefined {
  const lit = actions.flatMap(({ action }) =>
    isObject(action['dimming']) ? [{ action, dimming: action['dimming'] }] : [],
  );
  const colors = lit.flatMap(({ action, dimming }) =>
    listColors(action).map((color) => ({ color, dimming })),
  );
  const whites = lit.flatMap(({ action, dimming }) =>
    isObject(action['color_temperature'])
      ? [{ color_temperature: action['color_temperature'], dimming }]
      : [],
  );
  if (colors.length === 0 && whites.length === 0) return undefined;
  return {
    color: removeDuplicates(colors).slice(0, maxPaletteColors),
    dimming: [],
    color_temperature: whites.slice(0, 1),
    effects: [],
  };
}

function listColors(action: Members): readonly unknown[] {
  const points = getNestedMember(action, 'gradient', 'points');
  const colors = Array.isArray(points)
    ? points.map((point: unknown) => getNestedMember(point, 'color'))
    : [action['color']];
  return colors.filter(isObject);
}

const removeDuplicates = <Value>(values: readonly Value[]): Value[] => [
  ...new Map(values.map((value) => [JSON.stringify(value), value])).values(),
];
