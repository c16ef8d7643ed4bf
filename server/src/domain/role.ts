/** Who a server is for: everybody, or recipients alone. */
export type Role = 'all' | 'open';
