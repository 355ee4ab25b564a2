/**
 * Profiles: the profiles of an account, kids mode and the parental code.
 * Owns the tables profile and parental_reset. Does not decide what a profile may watch (access) and stores neither watch
 * progress nor favourites (library). Accounts stores the code's hash and the session's profile.
 */
export { createProfiles, createFirstProfile, type OwnProfile, type Profiles } from './profiles.service.ts'
export { viewerProfiles } from './profiles.repo.ts'
