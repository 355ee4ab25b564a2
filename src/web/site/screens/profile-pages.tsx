import { MoviePreferenceScreen } from '#web/features/profiles/movie-preference-screen.tsx'
import { ProfilesScreen } from '#web/features/profiles/profiles-screen.tsx'
import { useSession } from '#web/viewer/session/session.ts'
import { BarePage } from './bare-page.tsx'

/** Who is watching, below the name and the language. */
export function ProfilesPage() {
  return (
    <BarePage kids={useSession().pattern === 'children'}>
      <ProfilesScreen />
    </BarePage>
  )
}

/** The genres of a profile, likewise. */
export function MoviePreferencePage() {
  return (
    <BarePage kids={false}>
      <MoviePreferenceScreen />
    </BarePage>
  )
}
