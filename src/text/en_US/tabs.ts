import type { TabsText } from '../zh_HK/tabs.ts'

/** The titles of pages, as the route table names them. */
export const tabs = {
  Homepage: 'Home',
  Movie: 'Movies',
  Drama: 'Drama',
  Kids: 'Kids',
  VarietyShow: 'Variety',
  RollingCategory: 'Category',
  Play: 'Watch a movie',
  PlayDrama: 'Watch a series',
  Login: 'Log in',
  Forget: 'Forgot password',
  Registration: 'Sign up',
  Profiles: 'Who’s watching?',
  Profile: 'Profile',
  MoviePreference: 'What do you like to watch?',
  SetupMessage: 'Messages',
  SetupUserConsultation: 'Personal details',
  SetupQuality: 'Data and quality',
  SetupChangePwd: 'Change password',
  Setup: 'Overview',
  SetupParentCode: 'Parental code',
  SetupResetParentCode: 'Reset parental code',
  SetupWallet: 'Credits and statement',
  SetupPurchased: 'Rentals',
  PayPlayButton: 'Watch',
} satisfies TabsText
