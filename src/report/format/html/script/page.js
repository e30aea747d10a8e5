// The frame of the page: tabs, theme, and the address, which says what is shown: #line=23, #violation=1&step=4, #tab=graph.
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

const tabs = [...document.querySelectorAll("[role=tab]")];
const shown = {};

function choose(tab, focus) {
  for (const other of tabs) {
    const selected = other === tab;
    other.setAttribute("aria-selected", String(selected));
    other.tabIndex = selected ? 0 : -1;
    document.getElementById(other.getAttribute("aria-controls")).hidden = !selected;
  }
  if (focus) tab.focus();
  const name = tab.id.replace("tab-", "");
  // What is costly to draw is drawn when it is looked at.
  if (drawers[name] && !shown[name]) {
    shown[name] = true;
    drawers[name]();
  }
}

function open(name) {
  choose(document.getElementById("tab-" + name), false);
}

const drawers = {};

tabs.forEach((tab, place) => {
  tab.addEventListener("click", () => choose(tab, true));
  tab.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const to = event.key === "Home" ? 0 : event.key === "End" ? tabs.length - 1 : place + (step || 0);
    if (step || event.key === "Home" || event.key === "End") {
      event.preventDefault();
      choose(tabs[(to + tabs.length) % tabs.length], true);
    }
  });
});

function dark() {
  const given = document.documentElement.dataset.theme;
  return given ? given === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
}

document.getElementById("theme").addEventListener("click", () => {
  document.documentElement.dataset.theme = dark() ? "light" : "dark";
});

function follow() {
  const asked = new URLSearchParams(location.hash.slice(1));
  if (asked.get("theme")) document.documentElement.dataset.theme = asked.get("theme");
  if (asked.get("tab") && document.getElementById("tab-" + asked.get("tab"))) open(asked.get("tab"));
  if (asked.get("line")) goTo(Number(asked.get("line")));
  if (asked.get("violation")) goToStep(Number(asked.get("violation")) - 1, Number(asked.get("step") || 1) - 1);
}

addEventListener("hashchange", follow);
document.addEventListener("click", (event) => {
  const button = event.target.closest(".copy");
  if (!button) return;
  const text = button.parentElement.querySelector("pre").textContent;
  const done = () => { button.textContent = "Copied"; };
  if (navigator.clipboard) navigator.clipboard.writeText(text).then(done, () => {});
});
