import { member } from '../../src/resources';
import type { RunningNodeRed } from '../support/node-red';

/** Made-up words that open Node-RED, their bcrypt hashes, and what each user may do. */
const users = {
  reader: {
    password: 'reader-of-the-test',
    hash: '$2b$04$BKf9Eukp9YssiG5TaIdBIO.NvN9qFWz2ScRsEv002rzxBWBlhNsRK',
    permissions: 'read',
  },
  writer: {
    password: 'writer-of-the-test',
    hash: '$2b$04$Crg8wYKI0dXDDxgEYf9a4OJNMe077MfOOICX1/AZPkacJ0ZGRt/EG',
    permissions: '*',
  },
} as const;

export type User = keyof typeof users;

/** Setting `adminAuth` of a Node-RED that these users may enter and nobody else. */
export const adminAuth = {
  type: 'credentials' as const,
  users: Object.entries(users).map(([username, { hash, permissions }]) => ({
    username,
    password: hash,
    permissions,
  })),
};

/** Headers of requests that a user makes. */
export async function headersOf(
  nodeRed: RunningNodeRed,
  username: User,
): Promise<Record<string, string>> {
  const { password, permissions: scope } = users[username];
  const login = {
    client_id: 'node-red-editor',
    grant_type: 'password',
    scope,
    username,
    password,
  };
  const { body } = await nodeRed.admin('POST', 'auth/token', login);
  return { authorization: `Bearer ${String(member(body, 'access_token'))}` };
}
