/**
 * Profiles: who of an account is watching, which of them are children, and what the parental code opens.
 * Owns the tables profile and parental_reset. Never decides what a profile may watch (access), and keeps nothing that it
 * has watched or likes to (library). The code itself, and the session's own profile, are kept by accounts.
 */
export { createProfiles, createFirstProfile, type OwnProfile, type Profiles } from './profiles.service.ts'
export { viewerProfiles } from './viewer-profiles.query.ts'
