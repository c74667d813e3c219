import { getNestedMember } from '../../../src/resources/members';
import type { RunningNodeRed } from '../../support/node-red/node-red';

/** Passwords, bcrypt hashes and permissions of the test users. */
const testUsers = {
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

export type AdminUser = keyof typeof testUsers;

/** Setting `adminAuth` of a Node-RED with these users. */
export const adminAuth = {
  type: 'credentials' as const,
  users: Object.entries(testUsers).map(([username, { hash, permissions }]) => ({
    username,
    password: hash,
    permissions,
  })),
};

/** Headers of requests that a user makes. */
export async function createAuthHeaders(
  nodeRed: RunningNodeRed,
  username: AdminUser,
): Promise<Record<string, string>> {
  const { password, permissions: scope } = testUsers[username];
  const login = {
    client_id: 'node-red-editor',
    grant_type: 'password',
    scope,
    username,
    password,
  };
  const { body } = await nodeRed.admin('POST', 'auth/token', login);
  return { authorization: `Bearer ${String(getNestedMember(body, 'access_token'))}` };
}
