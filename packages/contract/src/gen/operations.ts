// Generated from openapi/ by `npm run generate`. Do not edit.
export const operations = {
  'transfers.list': { id: 'transfers.list', method: 'GET', path: '/transfers', tag: 'transfers', auth: 'bearer', scopes: [["transfer:read"]], idempotent: false, status: 200, requestType: null, responseType: 'application/json' },
  'transfers.create': { id: 'transfers.create', method: 'POST', path: '/transfers', tag: 'transfers', auth: 'bearer', scopes: [["transfer:create"]], idempotent: true, status: 201, requestType: 'application/json', responseType: 'application/json' },
  'transfers.get': { id: 'transfers.get', method: 'GET', path: '/transfers/{id}', tag: 'transfers', auth: 'bearer', scopes: [["transfer:read"]], idempotent: false, status: 200, requestType: null, responseType: 'application/json' },
  'transfers.delete': { id: 'transfers.delete', method: 'DELETE', path: '/transfers/{id}', tag: 'transfers', auth: 'bearer', scopes: [["transfer:delete"]], idempotent: false, status: 200, requestType: null, responseType: 'application/json' },
  'public.transfers.get': { id: 'public.transfers.get', method: 'GET', path: '/public/transfers/{id}', tag: 'transfers', auth: 'none', scopes: [], idempotent: false, status: 200, requestType: null, responseType: 'application/json' },
  'public.transfers.open': { id: 'public.transfers.open', method: 'POST', path: '/public/transfers/{id}/open', tag: 'transfers', auth: 'none', scopes: [], idempotent: false, status: 200, requestType: 'application/json', responseType: 'application/json' },
  'secrets.create': { id: 'secrets.create', method: 'POST', path: '/secrets', tag: 'secrets', auth: 'bearer', scopes: [["secret:create"]], idempotent: true, status: 201, requestType: 'application/json', responseType: 'application/json' },
  'secrets.get': { id: 'secrets.get', method: 'GET', path: '/secrets/{id}', tag: 'secrets', auth: 'bearer', scopes: [["secret:create"]], idempotent: false, status: 200, requestType: null, responseType: 'application/json' },
  'secrets.delete': { id: 'secrets.delete', method: 'DELETE', path: '/secrets/{id}', tag: 'secrets', auth: 'bearer', scopes: [["secret:create"]], idempotent: false, status: 200, requestType: null, responseType: 'application/json' },
  'public.secrets.get': { id: 'public.secrets.get', method: 'GET', path: '/public/secrets/{id}', tag: 'secrets', auth: 'none', scopes: [], idempotent: false, status: 200, requestType: null, responseType: 'application/json' },
  'public.secrets.reveal': { id: 'public.secrets.reveal', method: 'POST', path: '/public/secrets/{id}/reveal', tag: 'secrets', auth: 'none', scopes: [], idempotent: false, status: 200, requestType: 'application/json', responseType: 'application/json' },
  'key.get': { id: 'key.get', method: 'GET', path: '/key', tag: 'accounts', auth: 'bearer', scopes: [[]], idempotent: false, status: 200, requestType: null, responseType: 'application/json' },
  'openapi.get': { id: 'openapi.get', method: 'GET', path: '/openapi.json', tag: 'accounts', auth: 'none', scopes: [], idempotent: false, status: 200, requestType: null, responseType: 'application/json' },
} as const;
