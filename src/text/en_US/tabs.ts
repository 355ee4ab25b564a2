import type { TabsText } from '../zh_HK/tabs.ts'

/** The names of the tabs, which are the titles of their pages too. */
export const tabs = {
  Homepage: 'Home',
  Movie: 'Movies',
  Drama: 'Drama',
  Kids: 'Kids',
  VarietyShow: 'Variety',
  Cinema: 'Cinema',
  PrivateCinema: 'Private cinema',
  SpecialSales: 'Special sales',
  CampaignSite: 'Student reviews',
} satisfies TabsText
