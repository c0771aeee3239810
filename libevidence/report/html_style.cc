#include "html_style.h"

namespace evidence::report {

const std::string_view kHtmlStyle = R"css(
:root { color-scheme: light dark; --page: #fff; --text: #1c1e21; --quiet: #5a6068; --rule: #d5d9de;
        --box: #f5f6f8; --stop: #b3161b; --hold: #8a5a00; --pass: #17692f; --note: #41607d; --on: #fff; }
@media (prefers-color-scheme: dark) {
  :root { --page: #15171a; --text: #e5e7ea; --quiet: #a2a9b2; --rule: #363b42; --box: #1f2226;
          --stop: #ff8078; --hold: #f0b848; --pass: #6fce88; --note: #93b9dd; --on: #15171a; }
}
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 72rem; padding: 1rem; background: var(--page); color: var(--text);
       font: 1rem/1.45 system-ui, sans-serif; overflow-wrap: anywhere; -webkit-text-size-adjust: 100%; }
.stop { --mark: var(--stop); } .hold { --mark: var(--hold); }
.pass { --mark: var(--pass); } .note { --mark: var(--note); }
header { border-radius: .4rem; padding: .8rem 1rem; background: var(--mark); color: var(--on); }
h1 { margin: 0; font-size: 1.3rem; line-height: 1.3; }
h1 b { font-size: 1.7rem; margin-right: .6rem; }
h1 .verdict { margin-right: .6rem; white-space: nowrap; }
h1 .subject { font-weight: 400; }
h2 { margin: 1.6rem 0 .5rem; font-size: 1.05rem; color: var(--mark, var(--text)); }
code { font: .9em/1.4 ui-monospace, "DejaVu Sans Mono", Menlo, monospace; white-space: pre-wrap;
       unicode-bidi: isolate; }
article { margin: .6rem 0; padding: .6rem .8rem; background: var(--box); border-left: .3rem solid var(--mark);
          break-inside: avoid; }
h3 { margin: 0; font-size: 1rem; }
h3 .rule, td .rule { color: var(--quiet); font-weight: 400; }
dl { display: grid; grid-template-columns: 4.8rem 1fr; gap: .15rem .9rem; margin: .35rem 0 0; }
dt { color: var(--quiet); }
dd { margin: 0; min-width: 0; }
.places { margin: .5rem 0 0; padding: 0; list-style: none; }
.places > li { margin-top: .4rem; padding-left: .8rem; border-left: 1px solid var(--rule); }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; }
th, td { padding: .3rem .7rem .3rem 0; border-bottom: 1px solid var(--rule); text-align: left;
         vertical-align: top; }
th { color: var(--quiet); font-weight: 400; white-space: nowrap; }
.processes td { font-size: .85rem; min-width: 3.5rem; overflow-wrap: normal; }
.processes td.id { min-width: 9.5rem; overflow-wrap: anywhere; }
details summary { cursor: pointer; }
details ul { margin: .3rem 0; padding-left: 1.2rem; }
section > ul { padding-left: 1.2rem; }
@media (max-width: 40rem) {
  body { padding: .6rem; }
  dl { grid-template-columns: 1fr; gap: 0; }
  dd { margin-bottom: .3rem; }
}
@media print {
  :root { color-scheme: light; --page: #fff; --text: #000; --quiet: #444; --rule: #bbb; --box: #fff;
          --stop: #b3161b; --hold: #8a5a00; --pass: #17692f; --note: #41607d; }
  body { max-width: none; padding: 0; font-size: 10pt; }
  header { background: none; color: var(--mark); border: 2px solid var(--mark); }
  .scroll { overflow: visible; }
  .processes td, .processes td.id { min-width: 0; font-size: 7pt; overflow-wrap: anywhere; }
}
)css";

}  // namespace evidence::report
