import { expect, test } from 'vitest'
import { createQueryClient } from '#web/kit/use-call.ts'
import { scriptJson, seedQueries } from './home-data.ts'

test('data cannot end its script element, and reads back the same', () => {
  const value = { title: '</script><script>alert(1)</script><!--', line: 'a\u2028b' }
  const json = scriptJson(value)
  expect(json).not.toContain('<')
  expect(json).not.toContain('\u2028')
  expect(JSON.parse(json)).toEqual(value)
})

test('responses are cached under the URLs that the screens use; refusals are not cached', () => {
  const queries = createQueryClient()
  seedQueries(queries, [
    { url: '/api_v2/a?language=zh_HK&pattern=normal', envelope: { result: 'SUCCESS', list: [] } },
    {
      url: '/api_v2/b?language=zh_HK&pattern=normal',
      envelope: { result: 'FAILED', errorCode: 'INTERNAL', message: '' },
    },
  ])
  expect(queries.getQueryData(['/api_v2/a?language=zh_HK&pattern=normal'])).toEqual({ result: 'SUCCESS', list: [] })
  expect(queries.getQueryData(['/api_v2/b?language=zh_HK&pattern=normal'])).toBeUndefined()
  queries.clear()
})
