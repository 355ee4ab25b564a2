import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { A_MESSAGE, type ContactWorld, createContactWorld } from '../../../../test/support/contact.ts'
import { refusedWith } from '../../../../test/support/refused-with.ts'

let world: ContactWorld
beforeAll(async () => {
  world = await createContactWorld()
})
afterAll(() => world.close())

const by = { actor: 'operator:ann', reason: 'a question' }
const show = (caseNumber: string) => world.contact.cases.show({ caseNumber, ...by })
const rowsOf = (caseNumber: string) =>
  world.db.selectFrom('contact_message').selectAll().where('case_number', '=', caseNumber).execute()

describe('writing', () => {
  test('a message is kept sealed, and an operator can read it', async () => {
    const caseNumber = await world.write({ image: await world.anImage() })
    const [row] = await rowsOf(caseNumber)
    expect(JSON.stringify(row)).not.toContain('陳子晴')
    expect(row!.sealed.includes('visitor@example.com')).toBe(false)
    const { copyToSelf: _, ...written } = A_MESSAGE
    expect(await show(caseNumber)).toMatchObject({
      ...written,
      caseNumber,
      state: 'open',
      language: 'zh_HK',
      answers: [],
    })
    const image = await world.contact.cases.image({ caseNumber, ...by })
    expect(image).toMatchObject({ contentType: 'image/jpeg', fileName: 'image.jpg' })
    expect(await world.auditOf(`contact:${caseNumber}`)).toMatchObject([
      { action: 'open contact message', ...by },
      { action: 'open contact image', ...by },
    ])
  })

  test('a copy is mailed on request, with the case number', async () => {
    const caseNumber = await world.write({ email: 'copy@example.com', copyToSelf: true })
    const mails = await world.mailsTo('copy@example.com')
    expect(mails).toHaveLength(2)
    expect(mails[1]!.subject).toContain(caseNumber)
    expect(mails[1]!.text).toContain('播放時沒有聲音。')
    await world.write({ email: 'none@example.com' })
    expect(await world.mailsTo('none@example.com')).toHaveLength(1)
  })

  test('a wrong code keeps nothing, and the image can be used again', async () => {
    const image = await world.anImage()
    const code = await world.codeFor('wrong@example.com')
    const draft = { ...A_MESSAGE, email: 'wrong@example.com', image }
    const wrong = code === '000000' ? '000001' : '000000'
    await expect(world.contact.write(world.senderOf(), { ...draft, code: wrong })).rejects.toMatchObject({
      code: 'WRONG_CODE',
      details: { triesLeft: 4 },
    })
    await expect(world.contact.write(world.senderOf(), { ...draft, code })).resolves.toMatch(/-/)
  })

  test('with an image that is gone the code stays valid', async () => {
    const code = await world.codeFor('gone@example.com')
    const draft = { ...A_MESSAGE, email: 'gone@example.com', code }
    await expect(world.contact.write(world.senderOf(), { ...draft, image: 'x'.repeat(43) })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      details: { fields: { image: 'IMAGE_GONE' } },
    })
    await expect(world.contact.write(world.senderOf(), draft)).resolves.toMatch(/-/)
  })

  test('a code is used once; the same submission again is the same case, also at the same time', async () => {
    const code = await world.codeFor('twice@example.com')
    const draft = { ...A_MESSAGE, email: 'twice@example.com', code, submissionId: 'submission-1' }
    const send = (change: object = {}) => world.contact.write(world.senderOf(), { ...draft, ...change })
    const numbers = await Promise.all([send(), send(), send()])
    expect(new Set(numbers).size).toBe(1)
    expect(await send()).toBe(numbers[0])
    await expect(send({ submissionId: 'submission-2' })).rejects.toMatchObject({ code: 'CODE_EXPIRED' })
    await expect(send({ submissionId: undefined })).rejects.toMatchObject({ code: 'CODE_EXPIRED' })
  })

  test('a code expires after ten minutes', async () => {
    const code = await world.codeFor('late@example.com')
    world.clock.advance('PT10M')
    const draft = { ...A_MESSAGE, email: 'late@example.com', code }
    await expect(world.contact.write(world.senderOf(), draft)).rejects.toMatchObject({ code: 'CODE_EXPIRED' })
  })
})

describe('another sender', () => {
  const tooMany = { code: 'TOO_MANY_TRIES' }
  const other = { address: '198.51.100.1', deviceSerial: 'other' }

  test('neither ends nor reads the code of another', async () => {
    const email = 'mine@example.com'
    const mine = await world.codeFor(email)
    const theirs = await world.codeFor(email, other)
    const draft = { ...A_MESSAGE, email }
    await expect(
      world.contact.write(world.senderOf(), { ...draft, code: theirs === mine ? '999999' : theirs }),
    ).rejects.toMatchObject({ code: 'WRONG_CODE' })
    await expect(world.contact.write(world.senderOf(), { ...draft, code: mine })).resolves.toMatch(/-/)
  })

  test('sends an address three codes a day at most, and leaves codes to others', async () => {
    const email = 'bombed@example.com'
    for (let times = 0; times < 3; times++) await world.codeFor(email, { ...other, deviceSerial: `other-${times}` })
    await expect(world.codeFor(email, { ...other, deviceSerial: 'other-4' })).rejects.toMatchObject(tooMany)
    await expect(world.codeFor(email)).resolves.toMatch(/^\d{6}$/)
    for (const network of [2, 3]) {
      for (let times = 0; times < 3; times++) {
        const sender = { address: `198.51.${network}.1`, deviceSerial: `${network}-${times}` }
        await world.codeFor(email, sender).catch(() => '')
      }
    }
    expect((await world.mailsTo(email)).length).toBe(9)
  })

  test('uses up nothing of a member who writes from its own verified address', async () => {
    const { accountId } = await world.aMember('98881111')
    const email = 'owner@example.com'
    const set = { email, email_valid_at: world.clock.now() }
    await world.db.updateTable('account').set(set).where('account_id', '=', accountId).execute()
    for (let network = 10; network < 13; network++) {
      for (let times = 0; times < 3; times++)
        await world.codeFor(email, { address: `198.51.${network}.1`, deviceSerial: `n${network}-${times}` })
    }
    await expect(world.codeFor(email, { address: '198.51.99.1' })).rejects.toMatchObject(tooMany)
    await expect(world.codeFor(email, { accountId })).resolves.toMatch(/^\d{6}$/)
  })

  test('requests at most ten codes an hour, for any addresses', async () => {
    const sender = { address: '198.51.100.77' }
    for (let times = 0; times < 10; times++) await world.codeFor(`many-${times}@example.com`, sender)
    await expect(world.codeFor('many-10@example.com', sender)).rejects.toMatchObject(tooMany)
    world.clock.advance('PT1H')
    await expect(world.codeFor('many-10@example.com', sender)).resolves.toMatch(/^\d{6}$/)
  })

  test('a device requests at most once a minute', async () => {
    await world.codeFor('minute@example.com')
    await expect(world.contact.sendCode(world.senderOf(), 'minute@example.com')).rejects.toMatchObject({
      ...tooMany,
      details: { retryAfter: 60 },
    })
  })
})

describe('operators', () => {
  test('answer by e-mail in the language of the message; everything is in the audit log', async () => {
    const email = 'answered@example.com'
    const caseNumber = await world.write({ email })
    expect((await world.contact.cases.list('open')).map((one) => one.caseNumber)).toContain(caseNumber)
    await world.contact.cases.answer({ caseNumber: caseNumber.toLowerCase(), text: '請先檢查音量。', ...by })
    const mail = (await world.mailsTo(email)).at(-1)!
    expect(mail.subject).toBe(`回覆你的訊息 ${caseNumber}`)
    expect(mail.text).toContain('請先檢查音量。')
    expect(await show(caseNumber)).toMatchObject({ state: 'answered', answers: [{ text: '請先檢查音量。' }] })
    await world.contact.cases.close({ caseNumber, ...by })
    expect(await refusedWith(world.contact.cases.close({ caseNumber, ...by }))).toContain('closed already')
    await world.contact.cases.answer({ caseNumber, text: '補充一點。', ...by })
    expect(await show(caseNumber)).toMatchObject({ state: 'answered', answers: [{}, { text: '補充一點。' }] })
    const actions = (await world.auditOf(`contact:${caseNumber}`)).map(({ action }) => action)
    expect(actions).toEqual([
      'answer contact message',
      'open contact message',
      'close contact message',
      'answer contact message',
      'open contact message',
    ])
  })

  test('are refused what there is not', async () => {
    const caseNumber = await world.write({ email: 'without@example.com' })
    expect(await refusedWith(show('AAAA-0000'))).toContain('There is no case')
    expect(await refusedWith(world.contact.cases.image({ caseNumber, ...by }))).toContain('no image')
    expect(await refusedWith(world.contact.cases.answer({ caseNumber, text: ' ', ...by }))).toContain('empty')
  })
})

describe('the time of a message', () => {
  test('an answered case closes after 30 days, and is deleted with its image 24 months later', async () => {
    const caseNumber = await world.write({ email: 'old@example.com', image: await world.anImage() })
    const { uploadId } = await show(caseNumber)
    const open = await world.write({ email: 'open@example.com' })
    await world.contact.cases.answer({ caseNumber, text: '好。', ...by })
    world.clock.advance('PT719H')
    await world.runDueWork()
    expect((await show(caseNumber)).state).toBe('answered')
    world.clock.advance('PT1H')
    await world.runDueWork()
    expect((await show(caseNumber)).state).toBe('closed')
    world.clock.advance('PT17400H')
    await world.runDueWork()
    expect(await rowsOf(caseNumber)).toHaveLength(1)
    expect(await world.uploads.read(uploadId!)).toBeDefined()
    world.clock.advance('PT200H')
    await world.runDueWork()
    expect(await rowsOf(caseNumber)).toEqual([])
    expect([...world.objects.keys()]).not.toContain(`u/${uploadId}`)
    expect((await show(open)).state).toBe('open')
  })

  test("a member's messages are exported and erased with the account, those of others are not", async () => {
    const { accountId, number } = await world.aMember('98882222')
    const person = { accountId, number, email: 'member@example.com' }
    const caseNumber = await world.write({ email: person.email, image: await world.anImage() }, { accountId })
    const { uploadId } = await show(caseNumber)
    const ofVisitor = await world.write({ email: person.email })
    const { collect, erase } = world.contact.domainModule.personalData!
    expect(await collect(person, 'zh_HK')).toMatchObject([
      { caseNumber, name: '陳子晴', content: A_MESSAGE.content, hasImage: true },
    ])
    await world.db.transaction().execute((tx) => erase(tx, person))
    await world.runDueWork()
    expect(await rowsOf(caseNumber)).toEqual([])
    expect([...world.objects.keys()]).not.toContain(`u/${uploadId}`)
    expect(await rowsOf(ofVisitor)).toHaveLength(1)
  })
})
