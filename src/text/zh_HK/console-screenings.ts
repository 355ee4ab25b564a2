/** Starts of the private cinema. */
export const consoleScreenings = {
  note: '場次、票價及座位',
  add: '新增場次',
  edit: '編輯場次',
  coming: '今日及以後',
  past: '過往',
  search: '片名或編號',
  list: '私人影院場次',
  empty: { title: '沒有場次', text: '節目須已上架、備有影片，並於開場時在當地有播映權，網站才會顯示。' },
  columns: {
    title: '節目',
    seatsEach: (seats: number) => `每場 ${seats} 位`,
    starts: '開場（香港時間）',
    sells: '開售',
    price: '票價',
    credits: (credits: number) => `${credits} 點`,
    tickets: (tickets: number) => `戲票 ${tickets} 張`,
    sold: '已售／座位',
    held: (held: number) => `付款中 ${held}`,
    screenings: '包場及人數',
    people: (screenings: number, people: number) => `${screenings} 場、${people} 人`,
    state: '狀態',
  },
  screening: {
    labels: {
      programId: '節目',
      startsAt: '開場時間',
      sellsFrom: '開售時間',
      credits: '點數',
      price: '港幣',
      tickets: '戲票',
      seats: '每場座位',
      capacity: '總座位',
    },
    hints: {
      sellsFrom: '不填為開場前 30 日',
      seats: '主持連同親友，最多 20',
      capacity: '同一時間所有包場的座位總數',
    },
  },
  withdraw: (screenings: number, people: number, held: number) =>
    `停止發售。${screenings === 0 ? '尚未有人包場。' : `已售出的 ${screenings} 場（${people} 人）照常放映。`}${held === 0 ? '' : `正在付款的 ${held} 個座位可如常完成。`}`,
}

export type ConsoleScreeningsText = typeof consoleScreenings

declare module '../texts.ts' {
  interface Texts {
    consoleScreenings: ConsoleScreeningsText
  }
}
