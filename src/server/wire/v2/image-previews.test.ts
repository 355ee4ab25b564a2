import { afterAll, beforeAll, expect, test } from 'vitest'
import { createWireWorld, type WireWorld } from '../../../../test/support/wire-world.ts'

let world: WireWorld

beforeAll(async () => {
  world = await createWireWorld()
})
afterAll(() => world.close())

type Found = Record<string, unknown>

const get = async (url: string) => (await world.app.inject({ url })).json<{ list: Found[] } & Found>()

/** Each of them that has an image has the preview of that image. */
function expectPreviews(list: Found[], image: string, preview: string): void {
  const withImage = list.filter((one) => one[image])
  expect(withImage).not.toEqual([])
  expect(withImage.map((one) => one[preview])).toEqual(withImage.map((one) => `data:${String(one[image])}`))
}

test('films of the cinemas have the preview of their image', async () => {
  const { list } = await get('/api_v2/cinema/list')
  expectPreviews(list, 'imageURL', 'imagePreview')
})

test('special sales and their goods have the preview of their image, in the list and alone', async () => {
  const { list } = await get('/api_v2/sales/list')
  const { sale } = await get(`/api_v2/sales/detail?saleId=${String(list[0]?.saleId)}`)
  const sales = [...list, sale as Found]
  expectPreviews(sales, 'imageURL', 'imagePreview')
  expectPreviews(
    sales.flatMap(({ goods }) => goods as Found[]),
    'imageURL',
    'imagePreview',
  )
})

test('what a member bought has the preview of its image', async () => {
  const headers = { authorization: 'Bearer fixture-shopper' }
  const response = await world.app.inject({ url: '/api_v2/sales/orderList', headers })
  const { list } = response.json<{ list: { lines: Found[] }[] }>()
  expectPreviews(
    list.flatMap(({ lines }) => lines),
    'imageURL',
    'imagePreview',
  )
})

test('a title in full has the preview of its art', async () => {
  const { program } = await get('/api_v2/revamp/detail?programId=harbour-light')
  expectPreviews([program as Found], 'artImageURL', 'artPreview')
})

test('a campaign has the preview of its image', async () => {
  const campaign = await get('/api_v2/campaign?codeName=REVIEW')
  expectPreviews([campaign], 'imageURL', 'imagePreview')
})
