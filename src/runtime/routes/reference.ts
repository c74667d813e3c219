import {
  getResourceDefinition,
  listOperations,
  resourceTypes,
  getPlainValue,
} from '../../resources/table';
import type { ResourceType } from '../../resources/table';
import { describeFields } from '../../resources/describe-schema';
import { getNestedMember, getXyMember } from '../../resources/members';
import { listButtonEvents } from '../../resources/button-events';
import type { Resource } from '../../resources/resource';
import type {
  ResourceTableResponse,
  ResourceTypeTableEntry,
  DocumentationPageResponse,
  ResourceListResponse,
  ResourceListItem,
  ResourceListItemState,
  LampCapabilities,
} from './responses';
import { RouteHttpError, getBodyTextMember } from './serve';
import type { RouteHandler } from './serve';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { StateCache } from '../../bridge';
import { requireBridgeSession } from '../bridge/deployed';
import { withDialogBridgeConnection } from './dialog-bridge';
import { getReportedMirek, getMirekRange, getGamut } from '../../resources/types/light';
import { buttonResourceTypes } from '../../vocabulary/lookup';
import { getButtonNumberOrKind } from '../press';
import { resourceStatusText } from '../resource-status';
import { mirekToRgb, xyToRgb, rgbToHex, mirekToKelvin } from '../../units/color';
import { getSupportedEffects, noEffectName } from '../../vocabulary/light/abilities';

// What dialogs show to choose from: the resources of a bridge, the table of resource types, the documentation.

/** Lists for pickers, from the deployed bridge or with the settings of a dialog. */
export const listResourcesRoute: RouteHandler<ResourceListResponse> = async (request) => {
  const { RED, body } = request;
  if (body['host'] !== undefined) {
    return withDialogBridgeConnection(request, async ({ client }) => {
      await client.stateCache.refresh();
      return toResourceListResponse(client.stateCache);
    });
  }
  const session = requireBridgeSession(RED, getBodyTextMember(body, 'bridge'));
  const { stateReader } = await session.open();
  return toResourceListResponse(await stateReader.read(body['refresh'] === true ? 0 : undefined));
};

function toResourceListResponse(stateCache: StateCache): ResourceListResponse {
  const resources = Array.from(stateCache.all(), (resource) =>
    toResourceListItem(stateCache, resource),
  );
  return { resources, refreshedAt: stateCache.refreshedAt?.toISOString() };
}

export function toResourceListItem(stateCache: StateCache, resource: Resource): ResourceListItem {
  const { id: rid, type: rtype } = resource;
  const room = stateCache.room(rid);
  return {
    rid,
    rtype,
    name: stateCache.name(rid) ?? rid,
    room: room === undefined ? null : { rid: room.id, name: stateCache.name(room.id) ?? room.id },
    ...getReferences(stateCache, resource),
    state: getItemState(resource),
    ...getButtons(stateCache, resource),
    ...(rtype === 'light' ? { abilities: getLampCapabilities(resource) } : {}),
  };
}

function getReferences(
  stateCache: StateCache,
  resource: Resource,
): Pick<ResourceListItem, 'owner' | 'group'> {
  const owner = stateCache.ownerRid(resource);
  const group = getNestedMember(resource, 'group', 'rid');
  return {
    ...(owner === undefined ? {} : { owner }),
    ...(typeof group === 'string' ? { group } : {}),
  };
}

function getButtons(stateCache: StateCache, resource: Resource): Pick<ResourceListItem, 'buttons'> {
  const services = resource.type === 'device' ? getNestedMember(resource, 'services') : undefined;
  const rids = Array.isArray(services)
    ? services.map((service: unknown) => getNestedMember(service, 'rid'))
    : [resource.id];
  const buttons = rids.flatMap((rid) => {
    const service = typeof rid === 'string' ? stateCache.get(rid) : undefined;
    if (service === undefined || !buttonResourceTypes.some((rtype) => rtype === service.type))
      return [];
    const button = getButtonNumberOrKind(service);
    return button === null ? [] : { button: String(button), events: listButtonEvents(service) };
  });
  return buttons.length === 0 ? {} : { buttons };
}

function getItemState(resource: Resource): ResourceListItemState {
  const on = getNestedMember(resource, 'on', 'on');
  if (typeof on !== 'boolean') return getTextState(resource);
  const brightness = getNestedMember(resource, 'dimming', 'brightness');
  const color = getDisplayColor(resource);
  return {
    on,
    ...(typeof brightness === 'number' ? { brightness } : {}),
    ...(color === undefined ? {} : { color }),
  };
}

function getTextState(resource: Resource): ResourceListItemState {
  const value = getPlainValue(resource);
  if (!['string', 'number', 'boolean'].includes(typeof value)) return {};
  const status = resourceStatusText(resource);
  return status.key === 'value' ? { text: String(value) } : { status };
}

/** Returns `#rrggbb`, from a valid colour temperature, otherwise from the colour. */
function getDisplayColor(resource: Resource): string | undefined {
  const mirek = getReportedMirek(resource);
  if (mirek !== undefined) return rgbToHex(mirekToRgb(mirek));
  const xy = getXyMember(resource, 'color', 'xy');
  return xy && rgbToHex(xyToRgb(xy, { gamut: getGamut(resource) }));
}

function getLampCapabilities(lamp: Resource): LampCapabilities {
  return {
    ...getWhites(lamp),
    hasColor: getNestedMember(lamp, 'color') !== undefined,
    isDimmable: getNestedMember(lamp, 'dimming') !== undefined,
    effects: (getSupportedEffects(lamp) ?? []).filter((name) => name !== noEffectName),
  };
}

function getWhites(lamp: Resource): Pick<LampCapabilities, 'kelvin'> {
  if (getNestedMember(lamp, 'color_temperature') === undefined) return {};
  const [coldest, warmest] = getMirekRange(lamp);
  return { kelvin: { warmest: mirekToKelvin(warmest), coldest: mirekToKelvin(coldest) } };
}

export const getResourceTableRoute: RouteHandler<ResourceTableResponse> = async () => ({
  types: resourceTypes.map(describeType),
});

function describeType(rtype: ResourceType): ResourceTypeTableEntry {
  const { create, update } = getResourceDefinition(rtype);
  return {
    rtype,
    operations: listOperations(rtype),
    fields: {
      ...(create === undefined ? {} : { create: describeFields(create) }),
      ...(update === undefined ? {} : { update: describeFields(update) }),
    },
  };
}

/** Returns Markdown. `id` is the file name without `.md`. */
export const getDocumentationPageRoute: RouteHandler<DocumentationPageResponse> = async ({
  id,
}) => {
  if (!/^[a-z-]+$/.test(id)) throw createNoPageError();
  const packageFolder = path.dirname(require.resolve('@lighting-bridge/node-red/package.json'));
  try {
    return { markdown: await readFile(path.join(packageFolder, 'docs', `${id}.md`), 'utf8') };
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
      throw createNoPageError();
    throw error;
  }
};

const createNoPageError = (): RouteHttpError =>
  new RouteHttpError(404, 'NO_PAGE', 'The documentation has no page of this name.');
