/** The cinemas, their films and showtimes. */
export const consoleCinema = {
  note: '場次、電影及電影院',
  views: { showtimes: '場次', films: '電影', cinemas: '電影院' },
  add: { showtimes: '新增場次', films: '新增電影', cinemas: '新增電影院' },
  edit: { showtimes: '編輯場次', films: '編輯電影', cinemas: '編輯電影院' },
  searchShowtimes: '電影或電影院',
  searchFilms: '片名或編號',
  searchCinemas: '電影院或分區',
  showtimesOf: (day: string) => `${day} 的場次`,
  filmName: ({ record }: { record: object }) => (record as { title: { zh_HK: string } }).title.zh_HK,
  cinemaName: ({ record }: { record: object }) => (record as { name: { zh_HK: string } }).name.zh_HK,
  day: '日期',
  dayBefore: '前一日',
  dayAfter: '後一日',
  hongKong: '時間為香港時間',
  emptyShowtimes: { title: '當日沒有場次', text: '新增一場，或前往另一日，把全日場次複製過來。' },
  emptyFilms: { title: '未有電影', text: '先新增電影及電影院，然後編排場次。' },
  emptyCinemas: { title: '未有電影院', text: '先新增電影院及電影，然後編排場次。' },
  filmStates: { coming: '即將上映', showing: '上映中', none: '沒有場次' },
  locales: { yue: '粵語', cmn: '普通話', en: '英語', ja: '日語', ko: '韓語', fr: '法語', th: '泰語' },
  cinemaColumns: {
    name: '電影院',
    district: '分區',
    booking: '購票網站',
    showtimes: '未開場場次',
    tickets: '已兌換戲票',
    state: '狀態',
  },
  filmColumns: {
    title: '電影',
    isTitle: (title: string) => `節目《${title}》`,
    ownFilm: '不屬節目庫',
    genres: '類型',
    facts: '級別及片長',
    minutes: (minutes: number) => `${minutes} 分鐘`,
    release: '上映日期',
    showtimes: '未開場場次',
    waiting: '等候通知',
    state: '狀態',
  },
  showtimeColumns: {
    time: '開場',
    film: '電影',
    cinema: '電影院',
    price: '票價',
    tickets: '已兌換／戲票座位',
    seatsLeft: '電影院餘座',
    unknown: '未有資料',
    state: '狀態',
  },
  cinema: {
    labels: {
      name: '名稱',
      district: '分區',
      address: '地址',
      region: '地區',
      bookingURL: '購票網址',
      position: '排列次序',
    },
    hints: { bookingURL: '以 https:// 開首', position: '數字越小越前' },
  },
  film: {
    labels: {
      title: '片名',
      description: '簡介',
      releaseOn: '上映日期',
      restriction: '級別',
      minutes: '片長（分鐘）',
      locale: '語言',
      genres: '類型',
      programId: '節目庫內的節目',
      poster: '海報',
      art: '橫向圖片',
      position: '排列次序',
    },
    hints: {
      programId: '選擇後沿用該節目的預告片及圖片。',
      poster: '直向；不設則用節目的海報',
      position: '數字越小越前',
    },
  },
  showtime: {
    labels: {
      filmId: '電影',
      cinemaId: '電影院',
      startsAt: '開場時間',
      format: '制式',
      locale: '語言',
      subtitles: '字幕',
      price: '票價',
      ticketSeats: '戲票座位',
      seatsLeft: '電影院餘座',
    },
    hints: {
      subtitles: '語言代號，例如 zh-Hant, en',
      ticketSeats: '預留給會員戲票的座位',
      seatsLeft: '電影院最近所報；0 為滿座',
    },
  },
  withdrawShowtime: (tickets: number) =>
    tickets === 0
      ? '尚未有人兌換戲票。下架後網站不再顯示此場次。'
      : `已有 ${tickets} 張戲票兌換。下架即取消此場：一分鐘內戲票退回會員帳戶，並通知會員。`,
  withdrawFilm: (showtimes: number, tickets: number) =>
    `未開場的 ${showtimes} 場會全部取消。${tickets === 0 ? '未有戲票兌換。' : `已兌換的 ${tickets} 張戲票在一分鐘內退回會員帳戶，並通知會員。`}`,
  withdrawCinema: (showtimes: number, tickets: number) =>
    `未開場的 ${showtimes} 場會全部取消。${tickets === 0 ? '未有戲票兌換。' : `已兌換的 ${tickets} 張戲票在一分鐘內退回會員帳戶，並通知會員。`}`,
  copy: {
    label: '複製全日場次',
    title: (day: string) => `複製 ${day} 的場次`,
    ofAll: '所有電影院的場次，時間、票價及座位相同；已下架的不複製。',
    ofCinema: (cinema: string) => `${cinema}的場次，時間、票價及座位相同；已下架的不複製。`,
    to: '複製至',
    adds: (count: number) => `會新增 ${count} 場`,
    nothing: '沒有可新增的場次',
    there: (count: number) => `${count} 場當日已有，略過`,
    tooMany: (max: number) => `每次最多 ${max} 場，請按電影院分開複製。`,
    sameDay: '請選擇另一日。',
    noDay: '請選擇日期。',
    submit: (count: number) => (count === 0 ? '複製' : `複製 ${count} 場`),
    done: (count: number, day: string) => `已在 ${day} 新增 ${count} 場。`,
  },
}

export type ConsoleCinemaText = typeof consoleCinema

declare module '../texts.ts' {
  interface Texts {
    consoleCinema: ConsoleCinemaText
  }
}
