import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#server/kit/db.ts'
import type { Language } from '#contract/languages.ts'
import { createTestComments, FINE } from '../../../../test/support/comments.ts'
import { refusedWith } from '../../../../test/support/refused-with.ts'

let testApp: Awaited<ReturnType<typeof createTestComments>>
beforeAll(async () => {
  testApp = await createTestComments()
})
afterAll(() => testApp.close())

const texts = (page: { list: { text: string }[] }) => page.list.map(({ text }) => text)
const statusOf = async (commentId: string) =>
  (
    await testApp.db
      .selectFrom('comment')
      .select('status')
      .where('comment_id', '=', commentId)
      .executeTakeFirstOrThrow()
  ).status
const notFound = { code: 'NOT_FOUND' }

test('comments need a verified e-mail address, to write and to change', async () => {
  const me = await testApp.aViewer()
  await expect(testApp.write(me)).rejects.toMatchObject({ code: 'EMAIL_NEEDED' })
  const author = await testApp.anAuthor()
  const { commentId } = await testApp.write(author)
  await testApp.db
    .updateTable('account')
    .set({ email_valid_at: null })
    .where('account_id', '=', author.accountId)
    .execute()
  const draft = { commentId, text: `${FINE}再看`, spoiler: false }
  await expect(testApp.comments.writing.edit(author, draft, testApp.client)).rejects.toMatchObject({
    code: 'EMAIL_NEEDED',
  })
})

test('while comments are paused none is written or changed; it can be removed, and the pause ends by itself', async () => {
  const author = await testApp.anAuthor()
  const { commentId } = await testApp.write(author)
  testApp.pause.until = testApp.clock.now().add({ hours: 1 }).toString()
  const closed = { code: 'COMMENTS_CLOSED' }
  const draft = { commentId, text: `${FINE}再看`, spoiler: false }
  await expect(testApp.write(author, `${FINE}好`)).rejects.toMatchObject(closed)
  await expect(testApp.comments.writing.edit(author, draft, testApp.client)).rejects.toMatchObject(closed)
  await testApp.comments.writing.remove(author, commentId)
  testApp.clock.advance('PT1H')
  expect((await testApp.write(author)).commentId).toBeTruthy()
})

test('an author who is paused writes and changes none for seven days; another one does', async () => {
  const [author, other] = [await testApp.anAuthor(), await testApp.anAuthor()]
  const { commentId } = await testApp.write(author)
  await sql`insert into operator (operator_id, email, name, roles, created_at)
    values ('op-ann', 'ann@harbour.test', 'Ann', '{care}', now()) on conflict do nothing`.execute(testApp.db)
  const by = { operatorId: 'op-ann', email: 'ann@harbour.test', actor: 'operator:ann' }
  await testApp.db.transaction().execute((tx) => testApp.comments.review.pause(tx, by, author.accountId))
  const closed = { code: 'COMMENTS_CLOSED' }
  const draft = { commentId, text: `${FINE}再看`, spoiler: false }
  await expect(testApp.write(author, `${FINE}好`)).rejects.toMatchObject(closed)
  await expect(testApp.comments.writing.edit(author, draft, testApp.client)).rejects.toMatchObject(closed)
  expect((await testApp.write(other, `${FINE}好`)).commentId).toBeTruthy()
  testApp.clock.advance('PT167H59M')
  await expect(testApp.write(author, `${FINE}好`)).rejects.toMatchObject(closed)
  testApp.clock.advance('PT1M')
  expect((await testApp.write(author, `${FINE}好`)).commentId).toBeTruthy()
})

test('the first comment waits, seen by its author only, until an operator approves it; the next is published at once', async () => {
  const [author, reader] = [await testApp.anAuthor(), await testApp.aViewer()]
  const { commentId, status } = await testApp.write(author, `${FINE}首`)
  expect(status).toBe('waiting')
  expect((await testApp.list(author)).unpublished).toMatchObject([{ commentId, status: 'waiting', own: true }])
  expect((await testApp.list(author, { page: 2 })).unpublished).toEqual([])
  const seen = await testApp.list(reader)
  expect(seen.unpublished).toEqual([])
  expect(texts(seen)).not.toContain(`${FINE}首`)
  await testApp.decide('approve', commentId)
  expect(texts(await testApp.list(reader))).toContain(`${FINE}首`)
  expect((await testApp.write(author, `${FINE}次`)).status).toBe('published')
  expect(await testApp.auditOf(`comment:${commentId}`)).toMatchObject([
    { actor: 'operator:ann', action: 'approve comment', reason: 'fits the rules' },
  ])
})

test('the author is told in both languages what became of a comment, once for each change', async () => {
  const author = await testApp.anAuthor()
  const { commentId } = await testApp.write(author, `${FINE}訊`)
  const titles = async (language: Language) => {
    const { list } = await testApp.messages.list({ accountId: author.accountId, language, page: 1, pageSize: 10 })
    return list.map(({ title, body }) => `${title}: ${body}`)
  }
  const before = (await titles('zh_HK')).length
  for (const decision of ['approve', 'approve', 'reject', 'reject'] as const) {
    testApp.clock.advance('PT1M')
    await testApp.decide(decision, commentId)
  }
  const [removed, published, ...others] = await titles('zh_HK')
  expect(others).toHaveLength(before)
  expect([removed, published]).toEqual([
    expect.stringMatching(/^評論已被移除: .*《.+》/u),
    expect.stringMatching(/^評論已刊登: .*《.+》/u),
  ])
  expect((await titles('en_US')).slice(0, 2).join('\n')).toMatch(/removed your comment[\s\S]*is published/u)
})

test('a comment shows its profile’s name and image, the vote of its author, and nothing else of a person', async () => {
  const author = await testApp.aKnownAuthor()
  await testApp.rate(author, 7, 'series')
  await testApp.write(author, FINE, 'series')
  const [comment] = (await testApp.list(await testApp.aViewer(), { programId: 'series' })).list
  expect(comment).toMatchObject({ name: '家', avatarId: 'junk', halves: 7, own: false })
  expect(JSON.stringify(comment)).not.toContain(author.accountId)
  expect(JSON.stringify(comment)).not.toContain(author.profileId)
})

test('a repeated comment is written once, also at once, and five on a title are enough', async () => {
  const author = await testApp.aKnownAuthor()
  const same = await Promise.all(Array.from({ length: 3 }, () => testApp.write(author, `${FINE}一`)))
  expect(new Set(same.map(({ commentId }) => commentId)).size).toBe(1)
  const outcomes = await Promise.allSettled(
    ['二', '三', '四', '五', '六'].map((end) => testApp.write(author, `${FINE}${end}`)),
  )
  const refused = outcomes.filter(({ status }) => status === 'rejected')
  expect(refused).toMatchObject([{ reason: { code: 'CONFLICT', details: { max: 5 } } }])
})

test('an account writes at most ten comments an hour; another one behind the same address goes on', async () => {
  const author = await testApp.aKnownAuthor()
  const { commentId } = await testApp.write(author, `${FINE}始`)
  const edit = (n: number) =>
    testApp.comments.writing.edit(author, { commentId, text: `${FINE}${n}`, spoiler: false }, testApp.client)
  for (let n = 0; n < 8; n++) await edit(n)
  await expect(edit(9)).rejects.toMatchObject({ code: 'TOO_MANY_TRIES' })
  expect((await testApp.write(await testApp.anAuthor(), `${FINE}他`)).status).toBe('waiting')
  testApp.clock.advance('PT1H')
  expect((await edit(10)).status).toBe('published')
})

test('links and listed words hold a comment back, also when they are put in later', async () => {
  const author = await testApp.aKnownAuthor()
  expect((await testApp.write(author, `${FINE} www.example.com`)).status).toBe('waiting')
  const { commentId } = await testApp.write(author, `${FINE}好`)
  const draft = { commentId, text: `${FINE} 貸 款`, spoiler: true }
  expect((await testApp.comments.writing.edit(author, draft, testApp.client)).status).toBe('waiting')
})

test('operators change the list of words, on record', async () => {
  const { review } = testApp.comments
  const author = await testApp.aKnownAuthor()
  expect(await review.addWord({ word: ' 爛 片！', ...testApp.by })).toBe('爛片')
  expect((await testApp.write(author, `${FINE}爛片`)).status).toBe('waiting')
  expect(await review.removeWord({ word: '爛片', ...testApp.by })).toBe('爛片')
  expect((await testApp.write(author, `${FINE}爛片 `, 'series')).status).toBe('published')
  expect(await refusedWith(review.removeWord({ word: '爛片', ...testApp.by }))).toContain('not on the list')
  expect(await refusedWith(review.addWord({ word: '。a', ...testApp.by }))).toContain('too short')
  expect(await testApp.auditOf('word:爛片')).toHaveLength(2)
})

test('a rejected comment is seen by its author only, and waits again when it is changed', async () => {
  const author = await testApp.aKnownAuthor()
  const { commentId } = await testApp.write(author, `${FINE}拒`)
  await testApp.decide('reject', commentId, 'rude')
  expect((await testApp.list(author)).unpublished).toMatchObject([{ commentId, status: 'rejected' }])
  expect(texts(await testApp.list(author))).not.toContain(`${FINE}拒`)
  const change = (end: string) =>
    testApp.comments.writing.edit(author, { commentId, text: `${FINE}${end}`, spoiler: false }, testApp.client)
  expect((await change('改')).status).toBe('waiting')
  expect((await change('再改')).status).toBe('waiting')
})

test('refuses to change, delete, like or report a comment that is not one’s to', async () => {
  const [author, other] = [await testApp.aKnownAuthor(), await testApp.aKnownAuthor()]
  const { commentId } = await testApp.write(author, `${FINE}我`)
  const draft = { commentId, text: `${FINE}你`, spoiler: false }
  await expect(testApp.comments.writing.edit(other, draft, testApp.client)).rejects.toMatchObject(notFound)
  await expect(testApp.comments.writing.remove(other, commentId)).rejects.toMatchObject(notFound)
  const own = { code: 'NOT_ALLOWED' }
  await expect(
    testApp.comments.opinions.like(author, { commentId, liked: true }, testApp.client),
  ).rejects.toMatchObject(own)
  await expect(
    testApp.comments.opinions.report(author, { commentId, reason: 'abuse' }, testApp.client),
  ).rejects.toMatchObject(own)
  await testApp.comments.writing.remove(author, commentId)
  await expect(testApp.comments.writing.remove(author, commentId)).rejects.toMatchObject(notFound)
})

test('a like counts once an account, and the most liked come first', async () => {
  const author = await testApp.aKnownAuthor()
  const { commentId: first } = await testApp.write(author, FINE, 'adult')
  testApp.clock.advance('PT1S')
  const { commentId: second } = await testApp.write(author, `${FINE}後`, 'adult')
  const [one, two] = [await testApp.aViewer(), await testApp.aViewer()]
  const like = (viewer: typeof one, liked = true) =>
    testApp.comments.opinions.like(viewer, { commentId: first, liked }, testApp.client)
  await Promise.all([like(one), like(one), like(two)])
  expect(await like(one)).toEqual({ likes: 2, liked: true })
  const ids = async (sort: string) =>
    (await testApp.list(one, { programId: 'adult', sort })).list.map(({ commentId }) => commentId)
  expect(await ids('newest')).toEqual([second, first])
  expect(await ids('liked')).toEqual([first, second])
  expect((await testApp.list(one, { programId: 'adult', page: 2, pageSize: 1 })).list).toMatchObject([
    { commentId: first, likes: 2, liked: true },
  ])
  expect(await like(one, false)).toEqual({ likes: 1, liked: false })
  expect(await like(one, false)).toEqual({ likes: 1, liked: false })
})

test('another text loses the likes that the earlier one was given; a spoiler mark does not', async () => {
  const author = await testApp.aKnownAuthor()
  const { commentId } = await testApp.write(author, FINE, 'cartoon')
  testApp.clock.advance('PT1S')
  const { commentId: other } = await testApp.write(author, `${FINE}後`, 'cartoon')
  const reader = await testApp.aViewer()
  await testApp.comments.opinions.like(reader, { commentId, liked: true }, testApp.client)
  const liked = async () => (await testApp.list(reader, { programId: 'cartoon', sort: 'liked' })).list
  const edit = (text: string) =>
    testApp.comments.writing.edit(author, { commentId, text, spoiler: true }, testApp.client)
  await edit(FINE)
  expect(await liked()).toMatchObject([{ commentId, likes: 1, liked: true }, { commentId: other }])
  await edit(`${FINE}改`)
  expect(await liked()).toMatchObject([{ commentId: other }, { commentId, likes: 0, liked: false }])
  expect(await testApp.comments.opinions.like(reader, { commentId, liked: true }, testApp.client)).toMatchObject({
    likes: 1,
  })
})

test('five accounts that report take a comment off until an operator has read it; approved, it stays', async () => {
  const author = await testApp.aKnownAuthor()
  const { commentId } = await testApp.write(author, `${FINE}報`)
  const reporters = await Promise.all(Array.from({ length: 6 }, () => testApp.aViewer()))
  const report = (viewer: typeof author) =>
    testApp.comments.opinions.report(viewer, { commentId, reason: 'advert' }, testApp.client)
  for (const viewer of reporters.slice(0, 4)) {
    await report(viewer)
    await report(viewer)
  }
  expect(await statusOf(commentId)).toBe('published')
  const reviewed = (await testApp.comments.review.list()).find((one) => one.commentId === commentId)
  expect(reviewed?.reports).toEqual([{ reason: 'advert', count: 4 }])
  await report(reporters[4]!)
  expect(await statusOf(commentId)).toBe('waiting')
  await expect(report(reporters[5]!)).rejects.toMatchObject(notFound)
  await testApp.decide('approve', commentId)
  await report(reporters[5]!)
  expect(await statusOf(commentId)).toBe('published')
})

test.each(['macau', 'draft', 'nowhere'])(
  'a title that the viewer may not see has no comments: %s',
  async (programId) => {
    const author = await testApp.anAuthor()
    await expect(testApp.write(author, FINE, programId)).rejects.toMatchObject(notFound)
    await expect(testApp.list(author, { programId })).rejects.toMatchObject(notFound)
  },
)

test('a comment on a title that the viewer may not see is neither liked nor reported', async () => {
  const author = await testApp.aKnownAuthor()
  const inMacau = { ...author, region: 'MO' }
  const { commentId } = await testApp.write(inMacau, FINE, 'macau')
  const other = await testApp.aViewer()
  await expect(testApp.comments.opinions.like(other, { commentId, liked: true }, testApp.client)).rejects.toMatchObject(
    notFound,
  )
  await expect(
    testApp.comments.opinions.report(other, { commentId, reason: 'spoiler' }, testApp.client),
  ).rejects.toMatchObject(notFound)
})

test('an export names what an account has given, and its erasure leaves nothing', async () => {
  const [author, other] = [await testApp.aKnownAuthor(), await testApp.aKnownAuthor()]
  const { personalData } = testApp.comments.domainModule
  const person = { accountId: author.accountId, number: '', email: '' }
  const { commentId } = await testApp.write(other, `${FINE}別`)
  await testApp.comments.opinions.like(author, { commentId, liked: true }, testApp.client)
  await testApp.comments.opinions.report(author, { commentId, reason: 'abuse' }, testApp.client)
  await testApp.rate(author, 9)
  expect(await personalData!.collect(person, 'en_US')).toMatchObject({
    ratings: [{ programId: 'film', title: 'Title film', score: 4.5 }],
    comments: [{ programId: 'other', text: FINE }],
    likedComments: [commentId],
    reportedComments: [{ commentId, reason: 'abuse' }],
    reviewedTitles: [],
  })
  await testApp.db.transaction().execute((tx) => personalData!.erase(tx, person))
  expect(await personalData!.collect(person, 'en_US')).toEqual({
    ratings: [],
    comments: [],
    likedComments: [],
    reportedComments: [],
    reviewedTitles: [],
  })
  const left = (await testApp.list(other)).list.find((one) => one.commentId === commentId)
  expect(left).toMatchObject({ likes: 0 })
})

test('a deleted profile takes its comments with it', async () => {
  const author = await testApp.aKnownAuthor()
  const { commentId } = await testApp.write(author, `${FINE}檔`)
  await testApp.db.deleteFrom('profile').where('profile_id', '=', author.profileId).execute()
  expect((await testApp.list(author)).list.map((one) => one.commentId)).not.toContain(commentId)
  await expect(testApp.write(author, `${FINE}案`)).rejects.toMatchObject({ code: 'NOT_ALLOWED' })
})

test('a rejected comment that is deleted and written again waits, until an operator approves one', async () => {
  const author = await testApp.aKnownAuthor()
  const { commentId } = await testApp.write(author, `${FINE}重`)
  await testApp.decide('reject', commentId, 'rude')
  await testApp.comments.writing.remove(author, commentId)
  const again = await testApp.write(author, `${FINE}重`)
  expect(again.status).toBe('waiting')
  expect((await testApp.write(author, `${FINE}別的`, 'series')).status).toBe('published')
  await testApp.decide('approve', again.commentId)
  expect((await testApp.write(author, `${FINE}重寫`)).status).toBe('published')
})

test('so does one that was deleted while reports of it were open', async () => {
  const [author, reader] = [await testApp.aKnownAuthor(), await testApp.aViewer()]
  const { commentId } = await testApp.write(author, `${FINE}報`)
  await testApp.comments.opinions.report(reader, { commentId, reason: 'advert' }, testApp.client)
  await testApp.comments.writing.remove(author, commentId)
  expect((await testApp.write(author, `${FINE}報`)).status).toBe('waiting')
})

test('an operator decides on the text that was read: one that was changed since is refused', async () => {
  const author = await testApp.anAuthor()
  const { commentId } = await testApp.write(author, `${FINE}先`)
  const listed = (await testApp.comments.review.list()).find((one) => one.commentId === commentId)!
  await testApp.comments.writing.edit(author, { commentId, text: `${FINE}後`, spoiler: false }, testApp.client)
  const decision = { commentId, version: listed.version, ...testApp.by }
  expect(await refusedWith(testApp.comments.review.approve(decision))).toContain('was changed since')
  expect(await statusOf(commentId)).toBe('waiting')
  expect(await testApp.auditOf(`comment:${commentId}`)).toEqual([])
})
