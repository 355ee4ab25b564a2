/** The titles of pages, as the route table names them. */
export const tabs = {
  Homepage: '首頁',
  Movie: '電影',
  Drama: '劇集',
  Kids: '兒童',
  VarietyShow: '綜藝',
  RollingCategory: '分類',
  Play: '播放電影',
  PlayDrama: '播放劇集',
  Login: '登入',
  Forget: '忘記密碼',
  Registration: '註冊',
  Profiles: '誰在觀看？',
  Profile: '個人檔案',
  MoviePreference: '你喜歡看甚麼類型？',
  SetupMessage: '訊息',
  SetupUserConsultation: '個人資料',
  SetupQuality: '數據用量及畫質',
  SetupChangePwd: '更改密碼',
  Setup: '帳戶總覽',
  SetupParentCode: '家長密碼',
  SetupResetParentCode: '重設家長密碼',
  SetupWallet: '點數及紀錄',
  SetupPurchased: '租看節目',
  PayPlayButton: '觀看節目',
}

export type TabsText = typeof tabs
