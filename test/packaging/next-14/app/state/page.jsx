import { Tempshare } from '@tempshare/sdk';

export default async function Page({ searchParams: { id, baseUrl, apiKey } }) {
  const { state } = await new Tempshare({ baseUrl, apiKey }).secrets.get(id);
  return <p>{`state ${state}`}</p>;
}
