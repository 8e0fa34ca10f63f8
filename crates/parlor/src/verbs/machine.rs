//! `parlor machine`: what the machines declare. Nothing here is written by hand: all of it is their phase cards.

use std::fmt::Write;

use archive::ArchiveError;
use engine::{PhaseCard, Rules};
use serde::Serialize;
use tui::lines::columns;

use crate::catalog::catalog;
use crate::cli::{Machine, MachineFormat, MachineList, MachineShow, MachineVerb, called};
use crate::context::Context;
use crate::exit::{Code, Outcome};
use crate::text::{paint, sign};

/// Lists the machines or shows one.
pub(crate) fn run(cx: &Context, args: &Machine) -> Outcome {
    match &args.verb {
        MachineVerb::List(args) => list(cx, args),
        MachineVerb::Show(args) => show(cx, args),
    }
}

#[derive(Serialize)]
struct Listed {
    name: &'static str,
    kind: &'static str,
    rules: u32,
    events: u32,
    phases: Vec<&'static str>,
}

fn all() -> impl Iterator<Item = (&'static str, &'static dyn Rules)> {
    let table: &'static dyn Rules = catalog().table;
    std::iter::once(("table", table)).chain(catalog().activities.iter().map(|rules| ("activity", *rules)))
}

fn list(cx: &Context, args: &MachineList) -> Outcome {
    let listed: Vec<Listed> = all()
        .map(|(kind, rules)| Listed {
            name: rules.name(),
            kind,
            rules: rules.rules(),
            events: rules.events(),
            phases: rules.phases().iter().map(|card| card.name).collect(),
        })
        .collect();
    if args.json.json {
        #[derive(Serialize)]
        struct Machines {
            machines: Vec<Listed>,
        }
        cx.json(&Machines { machines: listed })?;
        return Ok(Code::Fine);
    }
    let mut rows = vec![vec!["name".to_owned(), "kind".to_owned(), "rules".to_owned(), "phases".to_owned()]];
    for machine in listed {
        let phases = machine.phases.join(" ");
        rows.push(vec![
            called(machine.name).to_owned(),
            machine.kind.to_owned(),
            format!("v{}", machine.rules),
            phases,
        ]);
    }
    cx.print(&columns(&rows))?;
    Ok(Code::Fine)
}

fn show(cx: &Context, args: &MachineShow) -> Outcome {
    let (_, rules) = all()
        .find(|(_, rules)| rules.name() == args.name)
        .ok_or_else(|| ArchiveError::unknown_machine(&args.name))?;
    let format = if args.json.json { MachineFormat::Json } else { args.format };
    match format {
        MachineFormat::Text => cx.print(&text(cx, rules))?,
        MachineFormat::Mermaid => cx.print(&mermaid(rules.phases()))?,
        MachineFormat::Svg => cx.print(&server::machine_svg(rules))?,
        MachineFormat::Json => cx.json(&described(rules))?,
    }
    Ok(Code::Fine)
}

/// The phases in order, each with what may follow it, then a table of what may be done in it.
fn text(cx: &Context, rules: &dyn Rules) -> String {
    let cards = rules.phases();
    let named = |card: &PhaseCard| format!("{} {}", sign(cx.theme, card), card.title);
    let wide = cards.iter().map(|card| named(card).chars().count()).max().unwrap_or(0);
    let arrow = if cx.theme.ascii { "->" } else { "→" };
    let name = match called(rules.name()) {
        called if called == rules.name() => called.to_owned(),
        called => format!("{called} ({} in logs)", rules.name()),
    };
    let mut out = format!("{name}, rules v{}, events v{}\n\n", rules.rules(), rules.events());
    for card in cards {
        let exits: Vec<String> = card
            .exits
            .iter()
            .filter_map(|exit| cards.iter().find(|card| card.name == *exit))
            .map(named)
            .collect();
        let name = named(card);
        let space = " ".repeat(wide - name.chars().count());
        let after = if exits.is_empty() { "the end".to_owned() } else { exits.join(" | ") };
        let _ = writeln!(out, "  {}{space}  {arrow}  {after}", paint(cx.theme, card.colour, &name));
    }
    let mut tools = vec![["phase", "tools", "lasts", "colour"].map(str::to_owned).to_vec()];
    let mut voices = vec![["phase", "voice"].map(str::to_owned).to_vec()];
    for card in cards {
        tools.push(vec![
            card.name.to_owned(),
            if card.tools.is_empty() { "none".to_owned() } else { card.tools.join(", ") },
            card.lasts.to_owned(),
            format!("{:?}", card.colour).to_lowercase(),
        ]);
        voices.push(vec![card.name.to_owned(), card.persona.to_owned()]);
    }
    format!("{out}\n{}\n{}", columns(&tools), columns(&voices))
}

fn mermaid(cards: &[PhaseCard]) -> String {
    let mut out = "stateDiagram-v2\n".to_owned();
    for card in cards {
        let _ = writeln!(out, "    state \"{} {}\" as {}", card.sign.0, card.title, card.name);
    }
    if let Some(first) = cards.first() {
        let _ = writeln!(out, "    [*] --> {}", first.name);
    }
    for card in cards {
        for exit in card.exits {
            let _ = writeln!(out, "    {} --> {exit}", card.name);
        }
        if card.exits.is_empty() {
            let _ = writeln!(out, "    {} --> [*]", card.name);
        }
    }
    for card in cards {
        let [r, g, b] = card.colour.on_light();
        let class = format!("{:?}", card.colour).to_lowercase();
        let _ = writeln!(out, "    classDef {class} stroke:#{r:02x}{g:02x}{b:02x},stroke-width:2px");
        let _ = writeln!(out, "    class {} {class}", card.name);
    }
    out
}

#[derive(Serialize)]
struct Described {
    name: &'static str,
    rules: u32,
    events: u32,
    phases: Vec<Phase>,
}

#[derive(Serialize)]
struct Phase {
    name: &'static str,
    title: &'static str,
    sign: &'static str,
    ascii_sign: &'static str,
    colour: String,
    on_dark: String,
    on_light: String,
    persona: &'static str,
    tools: &'static [&'static str],
    exits: &'static [&'static str],
    lasts: &'static str,
}

fn described(rules: &dyn Rules) -> Described {
    let hex = |[r, g, b]: [u8; 3]| format!("#{r:02x}{g:02x}{b:02x}");
    let phase = |card: &PhaseCard| Phase {
        name: card.name,
        title: card.title,
        sign: card.sign.0,
        ascii_sign: card.sign.1,
        colour: format!("{:?}", card.colour).to_lowercase(),
        on_dark: hex(card.colour.on_dark()),
        on_light: hex(card.colour.on_light()),
        persona: card.persona,
        tools: card.tools,
        exits: card.exits,
        lasts: card.lasts,
    };
    Described {
        name: rules.name(),
        rules: rules.rules(),
        events: rules.events(),
        phases: rules.phases().iter().map(phase).collect(),
    }
}
