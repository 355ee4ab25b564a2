import { expect, test } from 'vitest'
import { createKnownPeople, findPerson, findTag, readEntry } from './names.rules.ts'

const person = (personId: string, zh: string, en: string) => ({ personId, name: { zh_HK: zh, en_US: en } })

const KNOWN = [
  person('p1', '周潤發', 'Chow Yun-fat'),
  person('p2', '李明', 'Lee Ming'),
  person('p3', '李明', 'Lee Ming, junior'),
  person('p4', 'Ennio', 'Ennio'),
]

const find = (text: string) => findPerson(readEntry(text), createKnownPeople(KNOWN))

test.each([
  ['id:p3', 'p3'],
  ['周潤發', 'p1'],
  ['Chow Yun-fat', 'p1'],
  ['周潤發 / Chow Yun-fat', 'p1'],
  ['李明／Lee Ming', 'p2'],
  ['Lee Ming', 'p2'],
  ['Ennio', 'p4'],
])('%s is %s', (text, personId) => {
  expect(find(text)).toMatchObject({ person: { personId } })
})

test.each([
  ['陳大文', { zh_HK: '陳大文', en_US: '陳大文' }],
  ['陳大文 / Chan Tai-man', { zh_HK: '陳大文', en_US: 'Chan Tai-man' }],
  ['chow yun-fat', { zh_HK: 'chow yun-fat', en_US: 'chow yun-fat' }],
])('%s is new', (text, name) => {
  expect(find(text)).toEqual({ isNew: true, name })
})

test.each([
  ['李明', ['李明 / Lee Ming (id:p2)', '李明 / Lee Ming, junior (id:p3)']],
  // Another person of the name, or another spelling: an operator says which.
  ['周潤發 / Chow Yun Fat', ['周潤發 / Chow Yun-fat (id:p1)']],
  ['李明 / Li Ming', ['李明 / Lee Ming (id:p2)', '李明 / Lee Ming, junior (id:p3)']],
])('%s is told with those who may be meant', (text, people) => {
  expect(find(text)).toMatchObject({ problem: { is: 'personAmbiguous', people } })
})

test('an unknown id is told', () => {
  expect(find('id:p9')).toEqual({ problem: { is: 'personUnknown', personId: 'p9' } })
})

test('a new tag has one id wherever it is named', () => {
  const tagOf = (text: string) =>
    findTag(readEntry(text), [{ tagId: 't1', name: { zh_HK: '賀歲', en_US: 'New Year' } }])
  expect(tagOf('賀歲')).toMatchObject({ tag: { tagId: 't1' } })
  expect(tagOf('懷舊 / Nostalgia')).toEqual(tagOf('懷舊／Nostalgia'))
  expect(tagOf('懷舊 / Nostalgia')).not.toEqual(tagOf('懷舊'))
})

test('each line of a long file looks at those of its own names alone', () => {
  let read = 0
  const known = createKnownPeople()
  for (let at = 0; at < 20_000; at++) {
    known.add([
      {
        personId: `p${at}`,
        get name() {
          read++
          return { zh_HK: `人${at}`, en_US: `Person ${at}` }
        },
      },
    ])
    expect(findPerson(readEntry(`人${at} / Person ${at}`), known)).toHaveProperty('person')
    expect(findPerson(readEntry(`id:p${at}`), known)).toHaveProperty('person')
  }
  expect(read).toBeLessThan(20_000 * 10)
})
