import type { TabsText } from '../zh_HK/tabs.ts'

/** The titles of pages, by route name. A tab's own name comes with the tab. */
export const tabs = {
  Homepage: 'Home',
  Movie: 'Movies',
  Drama: 'Drama',
  Kids: 'Kids',
  VarietyShow: 'Variety',
  RollingCategory: 'Category',
  Play: 'Player',
  PlayDrama: 'Player',
} satisfies TabsText
