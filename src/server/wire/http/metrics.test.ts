import { expect, test } from 'vitest'
import { createDurationHistogram } from './metrics.ts'

const create = () =>
  createDurationHistogram({
    name: 'answer_seconds',
    help: 'Time of an answer.',
    labelNames: ['method', 'route'],
    bounds: [0.01, 0.1],
  })

test('a bucket counts what took as long as its bound or less, and the last one everything', () => {
  const histogram = create()
  for (const seconds of [0.005, 0.01, 0.0100001, 0.1, 3]) histogram.observe(['GET', '/v/*'], seconds)
  expect(histogram.text()).toBe(`# HELP answer_seconds Time of an answer.
# TYPE answer_seconds histogram
answer_seconds_bucket{le="0.01",method="GET",route="/v/*"} 2
answer_seconds_bucket{le="0.1",method="GET",route="/v/*"} 4
answer_seconds_bucket{le="+Inf",method="GET",route="/v/*"} 5
answer_seconds_sum{method="GET",route="/v/*"} 3.1250001
answer_seconds_count{method="GET",route="/v/*"} 5
`)
})

test('each combination of labels is a series of its own', () => {
  const histogram = create()
  histogram.observe(['GET', '/v/*'], 0.5)
  histogram.observe(['HEAD', '/v/*'], 0.5)
  histogram.observe(['GET', '/p/*'], 0.5)
  histogram.observe(['GET', '/v/*'], 0.5)
  const counts = histogram
    .text()
    .split('\n')
    .filter((line) => line.startsWith('answer_seconds_count'))
  expect(counts).toEqual([
    'answer_seconds_count{method="GET",route="/v/*"} 2',
    'answer_seconds_count{method="HEAD",route="/v/*"} 1',
    'answer_seconds_count{method="GET",route="/p/*"} 1',
  ])
})

test('a label’s quotes, backslashes and line breaks are escaped', () => {
  const histogram = create()
  histogram.observe(['GET', 'a"b\\c\nd'], 0.5)
  expect(histogram.text()).toContain(String.raw`answer_seconds_count{method="GET",route="a\"b\\c\nd"} 1`)
})

test('without an observation only its description is printed', () => {
  expect(create().text()).toBe('# HELP answer_seconds Time of an answer.\n# TYPE answer_seconds histogram\n')
})
