/** On `<html>` when the prerendered home must not be used: the client then renders instead of hydrating. */
export const FRESH_ATTRIBUTE = 'data-fresh'

/** Runs before the paint, allowed by its CSP hash. With blocked storage the viewer is a visitor. */
export const INLINE_SCRIPT =
  '(function(d){var k=function(s,n){try{return window[s].getItem(n)}catch(e){return null}},' +
  'h=location.hash.replace(/^#/,""),p=h.split("?")[0].replace(/\\/+$/,""),l=k("localStorage","language");' +
  'if(k("localStorage","token")||k("sessionStorage","kidsmode")||(p!==""&&p!=="/category/list")||' +
  '/[?&](language|token)=/.test(h)||(l&&l!==d.getAttribute("data-language")))d.setAttribute("data-fresh","")' +
  '})(document.documentElement)'

/** As JSON, the entry script first, then its imports. */
export const ENTRY_FILES_ELEMENT = 'entry-files'

/** For the billboard's image. */
export const ENTRY_WAIT_MS = 1000

/**
 * Loads the entry script once the billboard's image has arrived, so that they do not share a slow line; allowed by its CSP hash.
 * Each import is a script of its own, so that the browser evaluates it in its own task.
 */
export const ENTRY_SCRIPT =
  '(function(d){var r=d.documentElement,o=false,n=["pointerdown","keydown","touchstart"],' +
  `f=JSON.parse(d.getElementById("${ENTRY_FILES_ELEMENT}").textContent),` +
  's=function(){if(o)return;o=true;n.forEach(function(e){removeEventListener(e,s,true)});' +
  'f.slice(1).forEach(function(u){var l=d.createElement("link");l.rel="modulepreload";l.href=u;d.head.appendChild(l)});' +
  'f.reverse().forEach(function(u){var m=d.createElement("script");m.type="module";m.async=false;m.src=u;d.head.appendChild(m)})},' +
  `i=r.hasAttribute("${FRESH_ATTRIBUTE}")?null:d.querySelector('#root img[fetchpriority="high"]');` +
  'if(!i||i.complete)return s();i.addEventListener("load",s);i.addEventListener("error",s);' +
  `setTimeout(s,${ENTRY_WAIT_MS});n.forEach(function(e){addEventListener(e,s,true)})` +
  '})(document)'
