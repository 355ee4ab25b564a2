import { paths } from '#web/viewer/navigation/paths.ts'

/** The form of a new profile, set for a child. */
export const newKidsProfile = (): string => `${paths.profile()}?kids=1`

/** What the form's address says: which profile, or a new one and for whom. */
export function readProfileQuery(search: string): { profileId: string | undefined; forKids: boolean } {
  const query = new URLSearchParams(search)
  return { profileId: query.get('profileId') || undefined, forKids: query.get('kids') === '1' }
}
