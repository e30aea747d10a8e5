// The frame of the page: what is shown, the address that says so, tabs, theme.
"use strict";
const data = JSON.parse(document.getElementById("data").textContent);
const SVG = "http://www.w3.org/2000/svg";

// An element with attributes and children; texts are never markup.
function make(tag, attributes, ...children) {
  const element = tag.startsWith("svg:") ? document.createElementNS(SVG, tag.slice(4)) : document.createElement(tag);
  for (const [name, value] of Object.entries(attributes || {})) {
    if (typeof value === "function") element.addEventListener(name, value);
    else if (value !== undefined && value !== null && value !== false) element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

function cut(text, most) {
  return text.length > most ? text.slice(0, most - 1) + "…" : text;
}

const tabs = [...document.querySelectorAll("[role=tab]")];
const articles = [...document.querySelectorAll(".violation")];
const tabNames = tabs.map((tab) => tab.id.replace("tab-", ""));

// What is shown. Violations and steps are numbered from 1, line 0 is none.
const view = { tab: "source", line: 0, violation: 1, step: 1 };
// For each tab, a function that draws what the view says, and corrects what cannot be shown.
const panels = {};

function address() {
  if (view.tab === "source" && view.line) return `#line=${view.line}`;
  if (view.tab === "violations" && articles.length) return `#violation=${view.violation}&step=${view.step}`;
  return `#tab=${view.tab}`;
}

// Shows something else. After a click the history has a new entry; keys and the slider change the present one.
function show(change, isClick) {
  Object.assign(view, change);
  tabs.forEach((tab, place) => {
    const selected = tabNames[place] === view.tab;
    tab.setAttribute("aria-selected", String(selected));
    tab.tabIndex = selected ? 0 : -1;
    document.getElementById(tab.getAttribute("aria-controls")).hidden = !selected;
  });
  if (panels[view.tab]) panels[view.tab]();
  if (address() !== location.hash) history[isClick ? "pushState" : "replaceState"](null, "", address());
}

// Shows what the address says; the first violation, if it says nothing.
function follow() {
  // A link to an element, such as the one that skips the header.
  if (document.getElementById(location.hash.slice(1))) return;
  const asked = new URLSearchParams(location.hash.slice(1));
  const number = (name) => Math.trunc(Number(asked.get(name))) || 0;
  if (asked.has("theme")) document.documentElement.dataset.theme = asked.get("theme");
  if (asked.has("line")) show({ tab: "source", line: number("line") });
  else if (asked.has("violation")) show({ tab: "violations", violation: number("violation"), step: number("step") });
  else if (tabNames.includes(asked.get("tab"))) show({ tab: asked.get("tab"), line: 0 });
  else show({ tab: articles.length ? "violations" : "source" });
}
addEventListener("hashchange", follow);
addEventListener("DOMContentLoaded", follow);

tabs.forEach((tab, place) => {
  tab.addEventListener("click", () => show({ tab: tabNames[place] }, true));
  tab.addEventListener("keydown", (event) => {
    const to = { ArrowRight: place + 1, ArrowLeft: place - 1 + tabs.length, Home: 0, End: tabs.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    show({ tab: tabNames[to % tabs.length] });
    tabs[to % tabs.length].focus();
  });
});

function dark() {
  const given = document.documentElement.dataset.theme;
  return given ? given === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
}

document.getElementById("theme").addEventListener("click", () => {
  document.documentElement.dataset.theme = dark() ? "light" : "dark";
});

document.addEventListener("click", (event) => {
  const button = event.target.closest(".copy");
  if (!button) return;
  const text = button.parentElement.querySelector("pre").textContent;
  const done = () => { button.textContent = "Copied"; };
  if (navigator.clipboard) navigator.clipboard.writeText(text).then(done, () => {});
});
