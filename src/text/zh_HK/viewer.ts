import { restrictions, runningTimes } from './facets.ts'
import { languages } from './languages.ts'

/** The shell: header, menu, footer, layers and the sentences of every screen. */
export const site = {
  tagline: '港澳影視，隨時觀看',
  description: '香港及澳門的電影、劇集、兒童及綜藝節目，隨時隨地觀看。毋須登入即可觀看免費節目。',
  skip: '跳至主要內容',
  menu: '選單',
  openMenu: '開啟選單',
  /** The drawer, opened as the account’s menu. */
  account: '帳戶',
  close: '關閉',
  login: '登入',
  register: '註冊',
  homeLink: '首頁',
  mainNavigation: '主要分類',
  language: '語言',
  languageNames: { zh_HK: '繁體中文', en_US: 'English' },
  languageShort: { zh_HK: '繁', en_US: 'EN' },
  loading: '載入中',
  stillLoading: '仍在載入，請稍候。',
  busy: '處理中',
  retry: '重試',
  previous: '上一頁',
  next: '下一頁',
  seeAll: '查看全部',
  seeAllOf: (title: string) => `查看全部：${title}`,
  offline: '網絡已中斷，恢復連線後可繼續使用。',
  footer: {
    label: '頁尾',
    about: '關於我們',
    knowUs: '了解更多',
    giftCard: '禮品卡',
    help: '說明中心',
    privacy: '私隱聲明',
    terms: '服務條款',
    contact: '聯絡我們',
    partners: '合作夥伴',
    rights: (year: number, brand: string) => `© ${year} ${brand}　版權所有`,
    region: '只供香港及澳門收看',
    links: '網站資料',
  },
  app: {
    title: '下載 App',
    text: '下載節目離線觀看，或投放到電視觀看。支援 iOS 14 及 Android 8.0 或以上。',
    reminder: '使用 App 觀看',
    reminderText: '可下載節目離線觀看，播放更穩定',
    open: '開啟',
    appStore: 'App Store',
    appStoreLead: '下載自',
    googlePlay: 'Google Play',
    googlePlayLead: '下載自',
    smartTv: '智能電視',
    smartTvLead: '安裝到',
    get: '下載 App',
  },
  kids: {
    label: '兒童模式',
    leave: '離開',
    leaveTitle: '離開兒童模式？',
    leaveText: '離開後，使用此裝置的人都可看到整個片庫。',
    stay: '留在兒童模式',
  },
}

export type SiteText = typeof site

/** Home's billboard, rows and full-screen ad. */
export const home = {
  billboard: '精選節目',
  billboardControls: '輪播控制',
  slide: (n: number, count: number) => `第 ${n} 張，共 ${count} 張`,
  goToSlide: (n: number, title: string) => `第 ${n} 張：${title}`,
  pause: '暫停輪播',
  resume: '繼續輪播',
  details: '詳情',
  /** `offer`: what else the title can be watched with, beside the button: 以通行證觀看. */
  also: (offer: string) => `亦可${offer}`,
  rowFailed: '暫時未能載入此列節目',
  pageFailed: '暫時未能載入此頁面',
  pageEmpty: '暫時未有節目',
  pageEmptyText: '請稍後再來，或先瀏覽首頁。',
  toHome: '返回首頁',
  kidsCategories: '兒童分類',
  kidsWatch: '立即看',
}

export type HomeText = typeof home

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

/** The rolling category: filters, sorting, paging. */
export const categories = {
  count: (n: string) => `共 ${n} 套節目`,
  sortBy: '排序',
  sorts: { newest: '最新上架', popular: '最受歡迎', score: '評分最高', title: '片名' },
  filters: '篩選',
  all: '全部',
  filterNames: {
    genre: '類型',
    year: '年份',
    country: '地區',
    language: '語言',
    vodType: '收費',
    restriction: '級別',
    runningTime: '片長',
  },
  languages,
  restrictions,
  upToRestriction: (restriction: string) => `${restriction}或以下`,
  runningTimes,
  clear: '清除全部篩選',
  optionCount: (label: string, n: string) => `${label}（${n}）`,
  more: '顯示更多',
  shown: (shown: string, total: string) => `已顯示 ${shown} 套，共 ${total} 套`,
  empty: '沒有符合條件的節目',
  emptyText: '可減少篩選條件，或參考以下相近的節目。',
  nearest: '相近的節目',
  missing: '找不到此分類',
  missingText: '此分類可能已下架。',
  failed: '暫時未能載入此分類',
  moreFailed: '未能載入更多節目',
  untitled: '分類',
}

export type CategoriesText = typeof categories

/** Texts of a card. */
export const cards = {
  price: {
    'FREE TO WATCH': '免費',
    'VIP UNLIMITED WATCH': '通行證',
    'MOVIE VOUCHER': '換領券',
    'PAY PER RENT': '租看',
  },
  freeWithPass: '通行證免費觀看',
  credits: (n: string) => `${n} 點`,
  restriction: {
    I: '第 I 級，適合任何年齡人士',
    IIA: '第 IIA 級，兒童不宜',
    IIB: '第 IIB 級，青少年及兒童不宜',
    III: '第 III 級，只准十八歲或以上人士觀看',
  },
  episodes: (n: string) => `全 ${n} 集`,
  preparing: '準備中',
  rated: (score: string, votes: string) => `評分 ${score}，${votes} 人評分`,
  unrated: '未有評分',
  genres: { action: '動作', drama: '劇情', horror: '恐怖', comedy: '喜劇', romance: '愛情', family: '家庭' },
  genreJoin: '、',
}

export type CardsText = typeof cards

/** Failures in the browser itself; a refusal of the server brings its own sentence. */
export const errors = {
  network: '網絡錯誤，請檢查網絡。',
  unanswered: '服務暫時未有回應，請重試。',
  fault: (code: string) => `系統發生問題，與你的網絡無關。請重試；如仍未解決，請聯絡我們並提供編號 ${code}。`,
  notFound: '找不到此頁面，已返回首頁。',
  title: '系統錯誤',
  text: '此頁面出現問題，請重新載入。',
  reload: '重新載入',
  chunkTitle: '未能載入此頁面',
  chunkText: '請檢查網絡連線，然後再試。',
  code: (code: string) => `錯誤編號 ${code}`,
}

export type ErrorsWebText = typeof errors

/** The sentences that the shell and the list screens need before their first render: one chunk. Lazy features bring their own. */
export const viewer = { site, home, tabs, categories, cards, errors }

export type ViewerText = typeof viewer
