import { roles, type Role } from '@tempshare/contract/account';

export type GroupRoles = ReadonlyMap<string, Role>;

/** Parses `it-admins=admin; staff=member`. Group names may contain commas and `=`, as in LDAP. @throws Error */
export function readGroupRoles(value: string): GroupRoles {
  const pairs = value.split(';').flatMap((part): [string, Role][] => {
    if (part.trim() === '') return [];
    const [, group, role] = /^\s*(\S.*?)\s*=\s*(\w+)\s*$/.exec(part) ?? [];
    if (group === undefined || !roles.includes(role as Role))
      throw new Error(
        `must be groups with one of the roles ${roles.join(', ')}, such as it=admin; staff=member`,
      );
    if (group === '*' && role === 'owner') throw new Error('must not make everybody an owner');
    return [[group, role as Role]];
  });
  if (pairs.length === 0) throw new Error('must give a role to at least one group');
  const read = new Map(pairs);
  if (read.size < pairs.length) throw new Error('must name each group once');
  return read;
}

/** Returns the highest role of a person's groups in the order of the contract. */
export function roleOfGroups(map: GroupRoles, groups: readonly string[]): Role | undefined {
  const granted = new Set(['*', ...groups.filter((group) => group !== '*')].map((group) => map.get(group)));
  return roles.find((role) => granted.has(role));
}
