/** What a card says of a title. */
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
  episodes: (n: string) => `共 ${n} 集`,
  preparing: '準備中',
  rated: (score: string, votes: string) => `評分 ${score}，${votes} 人評分`,
  unrated: '未有評分',
  genres: { action: '動作', drama: '劇情', horror: '恐怖', comedy: '喜劇', romance: '愛情', family: '家庭' },
  genreJoin: '、',
}

export type CardsText = typeof cards
