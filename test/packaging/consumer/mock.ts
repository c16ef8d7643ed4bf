import { createMock, type Mock } from '@tempshare/testing';

export const mock: Mock = createMock({
  baseUrl: 'https://share.example/api/v1',
  scopes: ['transfer:create'],
});
export const received = mock.deliver(async (request) => new Response(await request.text()));
