import { useEffect, useRef, useState } from 'react'
import UPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { useCallContext } from '#web/kit/call-context.ts'
import { yearIfOther } from '#web/kit/format.ts'
import { chartValue, formatReportDay, formatStep, type Unit } from './report-figures.ts'
import styles from './report-chart.module.css'

export interface ChartLine {
  readonly key: string
  readonly name: string
  readonly points: readonly number[]
  /** Of another period: dashed. */
  readonly isBefore?: boolean
}

interface ReportChartProps {
  label: string
  days: readonly string[]
  lines: readonly ChartLine[]
  unit: Unit
  format: (value: number) => string
}

const HEIGHT_REM = 17
/** Steps of a day axis: days, weeks, quarters of a year. */
const DAY_STEPS = [1, 2, 7, 14, 28, 56, 91]
const COLORS = 9

/** Lines by day. What it draws stands in a table as well, which screen readers read. */
export function ReportChart({ label, days, lines, unit, format }: ReportChartProps) {
  const { language } = useCallContext()
  const frame = useRef<HTMLDivElement>(null)
  const [at, setAt] = useState<{ index: number; side: 'left' | 'right' } | undefined>(undefined)
  useEffect(() => {
    const element = frame.current
    if (!element || !canDraw()) return undefined
    const look = lookOf(element)
    const options: UPlot.Options = {
      width: element.clientWidth,
      height: HEIGHT_REM * look.rem,
      legend: { show: false },
      cursor: { y: false, drag: { setScale: false, x: false, y: false } },
      scales: { x: { time: false }, y: { range: (_, least, most) => rangeOf(least, most) } },
      axes: [
        {
          ...look.axis,
          incrs: DAY_STEPS,
          // A day with its year is longer.
          space: (days.every((day) => !('year' in yearIfOther(day))) ? 5 : 7) * look.rem,
          size: 2 * look.rem,
          values: (_, splits) =>
            splits.map((index) => (days[index] === undefined ? '' : formatReportDay(days[index], language))),
        },
        {
          ...look.axis,
          size: 4.2 * look.rem,
          values: (_, splits) => splits.map((value) => formatStep(value, unit, language)),
        },
      ],
      series: [{}, ...lines.map((line, index) => look.seriesOf(line, index))],
      hooks: {
        setCursor: [
          ({ cursor: { idx, left = -1 } }) =>
            setAt(
              typeof idx === 'number' && left >= 0
                ? { index: idx, side: left > element.clientWidth / 2 ? 'left' : 'right' }
                : undefined,
            ),
        ],
      },
    }
    const data = [
      days.map((_, index) => index),
      ...lines.map(({ points }) => points.map((value) => chartValue(value, unit))),
    ] as UPlot.AlignedData
    const plot = new UPlot(options, data, element)
    const resizing = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height: options.height }))
    resizing.observe(element)
    return () => {
      resizing.disconnect()
      plot.destroy()
      setAt(undefined)
    }
  }, [days, lines, unit, language])
  return (
    <div className={styles.chart}>
      {lines.length > 1 ? (
        <ul className={styles.legend}>
          {lines.map(({ key, name, isBefore }, index) => (
            <li key={key} data-color={isBefore ? 'before' : index % COLORS}>
              {name}
            </li>
          ))}
        </ul>
      ) : null}
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- it is drawn on a canvas */}
      <div className={styles.frame} ref={frame} role="img" aria-label={label}>
        {at && days[at.index] !== undefined ? (
          <div className={styles.tip} data-side={at.side}>
            <strong>{formatReportDay(days[at.index]!, language, true)}</strong>
            {lines.map(({ key, name, points, isBefore }, index) => (
              <span key={key} data-color={isBefore ? 'before' : index % COLORS}>
                {lines.length > 1 ? <em>{name}</em> : null} {format(points[at.index] ?? 0)}
              </span>
            ))}
          </div>
        ) : null}
      </div>
    </div>
  )
}

/** A test has no canvas. */
const canDraw = (): boolean => document.createElement('canvas').getContext?.('2d') != null

/** Nothing below zero but what is: a line of zeros stands at the foot. */
const rangeOf = (least: number, most: number): [number, number] => {
  const low = Math.min(0, least)
  return [low, most <= low ? low + 1 : most + (most - low) * 0.08]
}

/** The colours and the type of the page, which a canvas has to be told. */
function lookOf(element: HTMLElement) {
  const style = getComputedStyle(element)
  const colorOf = (name: string) => style.getPropertyValue(name).trim()
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16
  const line = colorOf('--line')
  const axis: UPlot.Axis = {
    font: `${0.75 * rem}px ${style.fontFamily}`,
    stroke: colorOf('--text-2'),
    grid: { stroke: line, width: 1 },
    ticks: { show: false },
  }
  const seriesOf = ({ isBefore }: ChartLine, index: number): UPlot.Series => ({
    stroke: colorOf(isBefore ? '--chart-before' : `--chart-${index % COLORS}`),
    width: 2,
    points: { show: false },
    ...(isBefore ? { dash: [5, 5] } : index === 0 ? { fill: colorOf('--chart-fill') } : {}),
  })
  return { rem, axis, seriesOf }
}
