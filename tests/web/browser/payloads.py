"""Two hundred texts that would do something if anybody read them as anything but text."""

_DO = "alert(1)"
_BARE = [
    f"<script>{_DO}</script>",
    "<script src=//e.example></script>",
    f"<svg onload={_DO}>",
    f"<svg/onload={_DO}>",
    f"<img src=x onerror={_DO}>",
    f"<img/src/onerror={_DO}>",
    f"<body onload={_DO}>",
    f"<b onclick={_DO}>x</b>",
    f"<a href=javascript:{_DO}>x</a>",
    "<a href=//e.example>click</a>",
    "<iframe src=//e.example>",
    f"<iframe srcdoc='<script>{_DO}</script>'>",
    "<object data=//e.example>",
    "<embed src=//e.example>",
    "<base href=//e.example>",
    "<meta http-equiv=refresh content=0>",
    "<link rel=stylesheet href=//e.x>",
    "<style>*{display:none}</style>",
    "<form action=//e.example><input>",
    "<button formaction=//e.example>",
    f"<input autofocus onfocus={_DO}>",
    f"<details open ontoggle={_DO}>",
    f"<video src onerror={_DO}>",
    f"<audio src onerror={_DO}>",
    "<math><mtext></mtext></math>",
    "<template><b>x</b></template>",
    "<plaintext>",
    "<xmp>",
    "<!--",
    "-->",
    "<![CDATA[x]]>",
    "</script><b>x</b>",
    "</title><b>x</b>",
    "</textarea><b>x</b>",
    "</style><b>x</b>",
    "</main></body></html>",
    "<ScRiPt>alert(1)</sCrIpT>",
    "<<b>b</b>",
    "<b\tonclick=alert(1)>",
    "＜script＞alert(1)＜/script＞",
    "&lt;script&gt;",
    "&#60;b&#62;",
    "&amp;lt;",
    f"javascript:{_DO}",
    "data:text/html,<b>x</b>",
    "{{7*7}}",
    "{% raw %}",
    "{{ config }}",
    "${7*7}",
    "#{7*7}",
    "`${alert(1)}`",
    "%3Cscript%3E",
    "%00",
    "%2e%2e%2f",
    "..\\..\\x",
    "\\u003cb\\u003e",
    "\\x3cb\\x3e",
    "\\",
    '\\"',
    "';alert(1)//",
    '";alert(1)//',
    '"};alert(1);//',
    "*/alert(1)/*",
    "__proto__",
    "constructor",
    "toString",
    "undefined",
    "null",
    "NaN",
    "-0",
    "1e999",
    "'; DROP TABLE games; --",
    "1 OR 1=1",
    "' UNION SELECT 1 --",
    "$(reboot)",
    "`reboot`",
    "| cat /etc/passwd",
    "%s%s%n",
    "%d",
    "{0.__class__}",
    "=1+1",
    "@SUM(1)",
    "expression(alert(1))",
    "url(//e.example)",
    "} body{display:none} x{",
    "red;background:url(//e.example)",
    "[x](javascript:alert(1))",
    "![x](x)",
    "# x",
    "**x**",
    "<x>",
    "<x y=z>",
    "&",
    "<",
    ">",
    '"',
    "'",
    "`",
    "=",
    "😈<b>",
]
_WRAPPED = ['">{}', "'>{}"]
PAYLOADS = list(dict.fromkeys([*_BARE, *(frame.format(text) for frame in _WRAPPED for text in _BARE)]))[:200]
"""Every one of them another."""

FOREIGN = """
() => {
  const wrong = [];
  const banned =
    "iframe, object, embed, base, math, xmp, plaintext, video, audio, style, img:not(.qr), meta[http-equiv]";
  for (const found of document.querySelectorAll(banned)) wrong.push(found.outerHTML.slice(0, 80));
  for (const script of document.scripts) {
    const own = script.src.startsWith(location.origin + "/static/") || script.type === "application/json";
    if (!own) wrong.push(script.outerHTML.slice(0, 80));
  }
  for (const element of document.querySelectorAll("*")) {
    for (const { name, value } of element.attributes) {
      const leads = ["href", "src", "action", "formaction"].includes(name);
      if (name.startsWith("on") || (leads && new URL(value, location.href).origin !== location.origin)) {
        wrong.push(element.outerHTML.slice(0, 80));
      }
    }
  }
  return wrong;
}
"""
"""Finds whatever on a page is not ours."""
