/** How long a page or list takes to come whole, ms. Throws where it is not answered with 200. */
export async function timeRead(url: string, token: string): Promise<number> {
  const started = performance.now();
  const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
  const body = await response.text();
  if (response.status !== 200) throw new Error(`${url} answered ${response.status}: ${body.slice(0, 300)}`);
  return performance.now() - started;
}
