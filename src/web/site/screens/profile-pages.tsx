import { MoviePreferenceScreen } from '#web/features/profiles/movie-preference-screen.tsx'
import { ProfilesScreen } from '#web/features/profiles/profiles-screen.tsx'
import { useSession } from '#web/viewer/session/session.ts'
import { BarePage } from './bare-page.tsx'

export function ProfilesPage() {
  return (
    <BarePage kids={useSession().pattern === 'children'}>
      <ProfilesScreen />
    </BarePage>
  )
}

export function MoviePreferencePage() {
  return (
    <BarePage kids={false}>
      <MoviePreferenceScreen />
    </BarePage>
  )
}
