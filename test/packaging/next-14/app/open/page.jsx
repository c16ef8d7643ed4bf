import { openLink } from '@tempshare/sdk/open';

export default async function Page({ searchParams: { link, baseUrl } }) {
  const { secret } = await openLink(link, { baseUrl });
  return <p>{`opened ${secret}`}</p>;
}
