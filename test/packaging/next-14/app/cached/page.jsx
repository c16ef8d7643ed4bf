/** Fetches as Next.js 14 does where nothing is said: its response is stored. */
export default async function Page({ searchParams: { id, baseUrl, apiKey } }) {
  const response = await fetch(`${baseUrl}/secrets/${id}`, {
    headers: { authorization: `Bearer ${apiKey}` },
    cache: 'force-cache',
  });
  const { state } = await response.json();
  return <p>{`state ${state}`}</p>;
}
