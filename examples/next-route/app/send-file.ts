/** In the browser: requests an upload URL from our route, sends the file there, and returns its link. */
export async function sendFile(file: File, route = '/api/uploads'): Promise<string> {
  const { name, type, size } = file;
  const asked = await fetch(route, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name, type, size }),
  });
  const answer: { uploadUrl: string; link: string; message?: string } = await asked.json();
  if (!asked.ok) throw new Error(answer.message);

  // Sends directly to Drive; the URL needs no key, and accepts bytes from pages of every origin.
  const put = await fetch(answer.uploadUrl, { method: 'PUT', body: file });
  if (!put.ok) throw new Error(`The upload failed with ${put.status}.`);
  return answer.link;
}
