export function LogoMark({ size = 32 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 40 40" aria-hidden="true" focusable="false">
      <defs>
        <linearGradient id="sail" x1="0" y1="0" x2="1" y2="1">
          <stop offset="0" stopColor="#ffb27a" />
          <stop offset=".55" stopColor="#ff6f59" />
          <stop offset="1" stopColor="#f0436a" />
        </linearGradient>
      </defs>
      <path
        d="M10.2 3.2c.5-.9 1.6-1.2 2.5-.7C21.5 7.6 29 14.2 33.6 22.8c.5 1-.1 2.2-1.2 2.2H11.4c-.9 0-1.6-.7-1.7-1.5C9.1 16.6 9.3 9.7 10.2 3.2Z"
        fill="url(#sail)"
      />
      <path
        d="M9.6 12.6c6.8-.3 12.4-.2 17.3.5M9.5 18.7c8-.4 15.3-.3 21.9.4"
        stroke="#0b0f18"
        strokeWidth="1.5"
        opacity=".55"
        fill="none"
      />
      <g stroke="#ff7a5e" strokeWidth="2.4" strokeLinecap="round">
        <path d="M5.5 29.3h29" />
        <path d="M11 33.5h18" opacity=".6" />
        <path d="M15.5 37.5h9" opacity=".32" />
      </g>
    </svg>
  )
}
