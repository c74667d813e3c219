import type { Resource } from '../resources';
import type { ResourceIndex } from './resource-index';
import type { Command, Result } from './result';
import { serviceBody } from './service-body';
import type { BodyOptions } from './service-body';

/** What a smart scene command is read against. */
export interface SmartSceneOptions extends BodyOptions {
  /** Names, groups and scenes of the home. */
  home: ResourceIndex;
  /** The smart scene that is changed; undefined for a new one. */
  smartScene?: Resource | undefined;
}

/**
 * Reads what a flow wants of a smart scene, or the service's own body.
 *
 * @param payload what the flow sent
 * @param operation `create` for a new one, `update` for a change; `recall` starts or stops it, by
 *   default starts it
 * @returns the body of the POST or PUT
 */
export function smartSceneCommand(
  payload: unknown,
  operation: 'create' | 'update' | 'recall',
  options: SmartSceneOptions,
): Result<Command> {
  return operation === 'recall'
    ? serviceBody('smart_scene', 'update', { recall: { action: payload } }, options)
    : serviceBody('smart_scene', operation, payload, options);
}
