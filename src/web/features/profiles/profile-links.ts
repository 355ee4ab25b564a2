/** Reads the form's address: a profile's id, or a new one and whether it is for kids. */
export function readProfileQuery(search: string): { profileId: string | undefined; forKids: boolean } {
  const query = new URLSearchParams(search)
  return { profileId: query.get('profileId') || undefined, forKids: query.get('kids') === '1' }
}
