import type { Resource } from '../../resources';
import { Refusal } from '../refusal';
import { lightChange, unsupported } from './light-state';
import type { Behaviour, Body, House, Outcome } from './behaviour';

/** Members that are kept as they are written. */
const keptMembers = ['metadata', 'powerup', 'content_configuration', 'geometry', 'mode'] as const;

function update({ home }: House, light: Resource, body: Body): Outcome {
  const missing = unsupported(light, body);
  const sentences = missing.map(
    (name) => `attribute (.${name}) is not supported by resource ${light.id}`,
  );
  const [first, ...others] = sentences;
  const asked = Object.keys(body).filter((name) => name !== 'type' && name !== 'dynamics');
  if (first !== undefined && asked.length === missing.length) {
    throw new Refusal(400, first, ...others);
  }
  const kept = Object.fromEntries(
    keptMembers.flatMap((name) => (body[name] === undefined ? [] : [[name, body[name]]])),
  );
  home.change(light.id, { ...kept, ...lightChange(light, body) });
  return { hints: sentences, partly: missing.length > 0 };
}

/** A lamp. Service document, section 2.4. */
export const lightBehaviour: Behaviour = { update };
