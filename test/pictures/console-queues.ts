import { list as listComments, show as showComment } from '#contract/admin/comments.ts'
import type { Page } from '../e2e/support/world.ts'
import { withAnswers } from './console-orders.ts'

/** What members send, as the pictures show it: the demo has little of it. */
const page = (list: readonly object[]) => ({ list, next: null, total: list.length, isMore: false })

const COMMENT = {
  commentId: 'c1',
  version: 1,
  programId: 'ferry',
  title: { zh_HK: '二十九樓的燈', en_US: 'Lights on the 29th Floor' },
  name: '夜貓巡邏隊',
  text: '追到第八集才發現二十九樓其實一直有人住，編劇鋪排很耐心。加我通訊群組有免費全集，電話 9123 4567，先到先得。另外第六集升降機那場戲收音很好，戴耳機看特別嚇人，推薦晚上關燈看。',
  marks: [{ from: 46, to: 55 }],
  spoiler: false,
  status: 'waiting',
  why: ['link', 'word'],
  reports: [],
  score: 4,
  createdAt: '2026-11-21T04:30:00Z',
  isEdited: false,
}
const ANOTHER = { ...COMMENT, marks: [], why: ['first'], createdAt: '2026-11-21T03:22:00Z' }
const COMMENTS = page([
  COMMENT,
  {
    ...ANOTHER,
    commentId: 'c2',
    name: '西環末班車',
    title: { zh_HK: '夜渡鯉魚門', en_US: 'Night Crossing' },
    text: '最後七分鐘配樂一停，整個戲院也靜了下來，那場雨是今年最好的一場雨。',
  },
  {
    ...ANOTHER,
    commentId: 'c3',
    name: '菠蘿油不加油',
    title: { zh_HK: '十三號碼頭', en_US: 'Pier Thirteen' },
    text: '結局原來封條是他自己貼的，回頭看第一場戲就很清楚。',
    reports: [{ reason: 'spoiler', count: 3 }],
    status: 'published',
  },
  {
    ...ANOTHER,
    commentId: 'c4',
    name: '奶茶走甜',
    text: '男主角一直沒有喝那杯奶茶，我等了一個半小時，結果真的沒有喝。',
  },
  {
    ...ANOTHER,
    commentId: 'c5',
    name: 'Harbour Owl',
    why: ['rejected'],
    text: 'The second half drags, but that last tram ride makes up for all of it.',
  },
])
const RECORD = {
  title: {
    programId: 'ferry',
    name: COMMENT.title,
    classify: 'drama',
    year: 2025,
    score: 4.3,
    votes: 1206,
  },
  decisions: [],
  author: {
    accountId: 'acc-231880',
    pausedUntil: null,
    since: '2026-07-02T03:00:00Z',
    published: 11,
    rejected: 3,
    waiting: 1,
    reports: 2,
    upheld: 1,
    recent: [
      {
        commentId: 'r1',
        title: { zh_HK: '九龍二〇八八', en_US: 'Kowloon 2088' },
        text: '夜景一流，故事略散，但結尾收得很好。',
        status: 'published',
        reasons: [],
        createdAt: '2026-11-14T03:00:00Z',
      },
      {
        commentId: 'r2',
        title: { zh_HK: '街坊唱到天光', en_US: 'Sing till Dawn' },
        text: '有意合作可直接找我。',
        status: 'rejected',
        reasons: ['advert'],
        createdAt: '2026-11-09T03:00:00Z',
      },
    ],
  },
}

export const QUEUE_VIEWS = [
  {
    name: 'console-comments',
    address: '/comments',
    act: async (opened: Page) => {
      await withAnswers([listComments, COMMENTS], [showComment, RECORD])(opened)
      await opened.locator('dl').first().waitFor()
      await opened.keyboard.press('3')
      await opened.keyboard.press('4')
    },
  },
] as const
