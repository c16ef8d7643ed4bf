import { roles, type Role } from '@tempshare/contract/account';

/** The role of each group that has one. The group `*` has everybody. */
export type GroupRoles = ReadonlyMap<string, Role>;

/**
 * Reads `it-admins=admin; staff=member`. Names of groups may contain commas and `=`, as those of LDAP do.
 * @throws Error with what the value must be
 */
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

/** The highest role that the groups of a person have, in the order of the contract; undefined if none has one. */
export function roleOfGroups(map: GroupRoles, groups: readonly string[]): Role | undefined {
  const had = new Set(['*', ...groups.filter((group) => group !== '*')].map((group) => map.get(group)));
  return roles.find((role) => had.has(role));
}
