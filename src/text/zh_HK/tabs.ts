/** The names of the tabs, which are the titles of their pages too. */
export const tabs = {
  Homepage: '首頁',
  Movie: '電影',
  Drama: '劇集',
  Kids: '兒童',
  VarietyShow: '綜藝',
  Cinema: '電影院',
  PrivateCinema: '私人影院',
  SpecialSales: '特賣',
  CampaignSite: '學生影評',
}

export type TabsText = typeof tabs
